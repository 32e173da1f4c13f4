package sweep

import (
	"encoding/json"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// WriteParquet writes the rows as a Parquet file. Its metadata hold the data
// dictionary, as a list under the key columns, and what the data are of.
func (m *Merged) WriteParquet(w io.Writer) error {
	dictionary, err := json.Marshal(Columns)
	if err != nil {
		return err
	}
	// The writer would name its version and commit.
	options := []parquet.WriterOption{parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(1 << 16), parquet.CreatedBy("lectio", "", ""), parquet.KeyValueMetadata("columns", string(dictionary))}
	for _, f := range m.facts() {
		options = append(options, parquet.KeyValueMetadata(f[0], f[1]))
	}
	out := parquet.NewGenericWriter[dataRow](w, options...)
	var buf []dataRow
	for _, r := range m.Rows {
		buf = r.data(buf[:0])
		if _, err := out.Write(buf); err != nil {
			return err
		}
	}
	return out.Close()
}
