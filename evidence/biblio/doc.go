// Package biblio reads, cites and writes sources.
//
// A [Source] is a book, page or object, described once for all records that use it. It is read
// from CSL-JSON ([ReadCSL]), BibTeX ([ReadBibTeX]) or RIS ([ReadRIS]), as bibliography managers
// export them, with the place of each mistake, and written as it was read ([WriteCSL],
// [WriteBibTeX], [WriteRIS]): what another format has no word for is named. A [Citation] is a
// source with the pages that a record rests on; [Source.Cite] and [Citation.Plain] say them on a
// line, and cite_style.go in the styles of journals.
//
//	sources, errs := biblio.ReadBibTeX("games.bib", data)
//	fmt.Println(sources[0].CiteAt("p. 31"))
package biblio
