// Package core makes the file by which pages of the static edition run cmd/core: one script, which
// works from a disk as well, where browsers refuse to fetch what is no script.
//
// The core is built by Go, what a page does without is taken out of it, and it is packed by Brotli. The script
// calls lectioCore with an object: the program of a worker, deflated, and the parts of the core.
// All of it is written as text, 15 bits a letter, in UTF-16, which takes a fifteenth more room than the
// bytes, where base64 takes a third; assets/desk.js of the site reads it back, and worker.js unpacks the parts.
//
// A released program has the script in it, built with the tag core after
//
//	go generate ./verify/site/core
//
// Any other builds it from the sources that it was built from, and keeps it.
package core
