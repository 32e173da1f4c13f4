package permit

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/rulesets/dimension"
)

// Batch answers requests, a line of JSON each, in their order, until there are no more. One that cannot be used is
// answered with its errors, and the batch goes on. It says how many were answered when it is stopped.
func Batch(ctx context.Context, c *dimension.Corpus, requests io.Reader, answers io.Writer) (answered int, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	b := &batch{games: newGames(c)}
	b.start(ctx, requests)
	out := bufio.NewWriterSize(answers, 1<<16)
	answered, err = b.write(ctx, out)
	return answered, cmp.Or(out.Flush(), err)
}

// batch has workers that answer requests as they come, and hands the answers on in the order of the lines.
type batch struct {
	games   *games
	workers sync.WaitGroup
	order   chan *request
	readErr error // once order is closed
}

// request is one line of a batch on its way through: the answer comes out of done,
// whichever worker makes it.
type request struct {
	line *jsonlines.Line
	done chan []byte
}

// start begins to read requests and to answer them.
func (b *batch) start(ctx context.Context, requests io.Reader) {
	jobs := runtime.GOMAXPROCS(0)
	todo := make(chan *request, 64*jobs)
	b.order = make(chan *request, 64*jobs)
	for range jobs {
		b.workers.Go(func() {
			w := newWorker(b.games)
			defer w.forget(ctx)
			for r := range todo {
				r.done <- w.answerLine(ctx, r.line)
			}
		})
	}
	go func() {
		defer close(b.order)
		defer close(todo)
		b.readErr = jsonlines.Read(ctx, requests, func(line *jsonlines.Line) bool {
			r := &request{line, make(chan []byte, 1)}
			for _, ch := range []chan *request{b.order, todo} {
				select {
				case ch <- r:
				case <-ctx.Done():
					close(r.done) // so that nobody waits for it
					return false
				}
			}
			return true
		})
	}()
}

// write writes the answers, and says how many it has written.
func (b *batch) write(ctx context.Context, out *bufio.Writer) (n int, err error) {
	for {
		r, open, err := next(ctx, b.order, out)
		if err != nil {
			return n, err
		}
		if !open {
			break
		}
		text, _, err := next(ctx, r.done, out)
		if err := cmp.Or(err, ctx.Err()); err != nil { // an answer made since may be cut short
			return n, err
		}
		if _, err := out.Write(text); err != nil {
			return n, err
		}
		n++
	}
	b.workers.Wait()
	if err := ctx.Err(); err != nil {
		return n, err
	}
	if b.readErr != nil {
		return n, fmt.Errorf("the requests cannot be read: %w", b.readErr)
	}
	return n, nil
}

// next receives what comes next. Where nothing is there yet, what was written goes out first: whoever asked is reading.
func next[T any](ctx context.Context, from <-chan T, out *bufio.Writer) (x T, open bool, err error) {
	select {
	case x, open = <-from:
		return x, open, nil
	default:
	}
	if err := out.Flush(); err != nil {
		return x, false, err
	}
	select {
	case x, open = <-from:
		return x, open, nil
	case <-ctx.Done():
		return x, false, ctx.Err()
	}
}
