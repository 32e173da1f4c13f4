package core

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
)

const (
	packWindow  = 24
	partsOfCore = 2  // are packed at once, and what stands in one helps not to pack the other
	packPieces  = 64 // after each of which it may stop
)

// pack packs the parts of a module, all at once.
func pack(ctx context.Context, module []byte) ([]packed, error) {
	parts := slices.Collect(slices.Chunk(module, (len(module)+partsOfCore-1)/partsOfCore))
	out := make([]packed, len(parts))
	errs := make([]error, len(parts))
	var work sync.WaitGroup
	for i, part := range parts {
		work.Go(func() {
			var to bytes.Buffer
			errs[i] = packTo(ctx, &to, part)
			out[i] = packed{to.Bytes(), len(part)}
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func packTo(ctx context.Context, to *bytes.Buffer, data []byte) error {
	w := brotli.NewWriterOptions(to, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: packWindow})
	for at, size := 0, (len(data)+packPieces-1)/packPieces; at < len(data); at += size {
		if err := ctx.Err(); err != nil {
			return err
		}
		piece := data[at:min(at+size, len(data))]
		if _, err := w.Write(piece); err != nil {
			return err
		}
	}
	return w.Close()
}
