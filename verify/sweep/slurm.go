package sweep

import (
	"bytes"
	"fmt"
	"strings"
	"text/template"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// Jobs say how a plan is divided among the tasks of a cluster.
type Jobs struct {
	Name    string // of the jobs
	Program string // as the nodes call it
	Plan    string // paths as the nodes have them
	Results string
	Merged  string // what the merge writes
	Tasks   int    // of the array
	Cores   int    // of each task
}

// Task is a share of the units.
type Task struct{ Number, From, To int }

// Units is the share as sweep run takes it.
func (t Task) Units() string { return fmt.Sprintf("%d-%d", t.From, t.To) }

// Tasks divides the units of a plan; there are never more tasks than units.
func (p *Plan) Tasks(n int) []Task {
	n = max(1, min(n, p.Units()))
	var out []Task
	for k := range n {
		out = append(out, Task{k, share(p.Units(), k, n) + 1, share(p.Units(), k+1, n)})
	}
	return out
}

// Scripts are the files that run a plan on a cluster: a job array, a merge that
// depends on it, a script that submits both, and a list of the same commands for
// xargs and GNU parallel.
func (p *Plan) Scripts(j Jobs) ([]sheet.File, error) {
	data := struct {
		Jobs
		About string
		List  []Task
		Last  int
		Hours string
	}{j, p.About, p.Tasks(j.Tasks), 0, ""}
	data.Last = len(data.List) - 1
	// Twice what was measured, and an hour for whatever else the node is doing.
	minutes := int(p.seconds()/60/float64(len(data.List))/float64(j.Cores)*2) + 60
	data.Hours = fmt.Sprintf("%d:%02d:00", minutes/60, minutes%60)
	var out []sheet.File
	for _, s := range []struct{ name, text string }{{"array.sbatch", arrayScript}, {"merge.sbatch", mergeScript}, {"submit.sh", submitScript}, {"units.txt", unitsList}, {"README.txt", scriptsReadme}} {
		t, err := template.New(s.name).Funcs(template.FuncMap{"q": quoted}).Parse(s.text)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, data); err != nil {
			return nil, err
		}
		out = append(out, sheet.File{Path: s.name, Content: b.Bytes()})
	}
	return out, nil
}

// quoted is a word as a shell takes it.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

const arrayScript = `#!/bin/sh
#SBATCH --job-name={{.Name}}
#SBATCH --array=0-{{.Last}}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.Cores}}
#SBATCH --time={{.Hours}}
#SBATCH --requeue
#SBATCH --open-mode=append
# {{.About}}
# A task that is killed is queued again, and passes over what it has finished.
case $SLURM_ARRAY_TASK_ID in
{{range .List}}{{.Number}}) units={{.Units}} ;;
{{end}}*) echo "there is no task $SLURM_ARRAY_TASK_ID" >&2; exit 1 ;;
esac
exec {{q .Program}} sweep run {{q .Plan}} --dir {{q .Results}} --units "$units" --jobs {{.Cores}}
`

const mergeScript = `#!/bin/sh
#SBATCH --job-name={{.Name}}-merge
#SBATCH --ntasks=1
#SBATCH --time=1:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
exec {{q .Program}} sweep merge {{q .Plan}} {{q .Results}} --out {{q .Merged}}
`

const submitScript = `#!/bin/sh
# Submits the array, and the merge behind it. The merge runs also where a task has
# failed for good: it says which units are missing.
set -e
cd -- "$(dirname -- "$0")"
array=$(sbatch --parsable array.sbatch)
merge=$(sbatch --parsable --dependency="afterany:${array%%;*}" merge.sbatch)
echo "array ${array%%;*}, merge ${merge%%;*}"
`

const unitsList = `{{range .List}}{{.Units}}
{{end}}`

const scriptsReadme = `{{.About}}

Slurm:         sh submit.sh
               (an account, a partition or a memory limit: sbatch takes them from
               SBATCH_ACCOUNT, SBATCH_PARTITION and SBATCH_MEM_PER_NODE, or add
               lines #SBATCH to array.sbatch and merge.sbatch)
xargs:         xargs -P {{.Cores}} -I{} {{.Program}} sweep run {{q .Plan}} --dir {{q .Results}} --units {} --jobs 1 < units.txt
GNU parallel:  parallel --sshlogin HOST,HOST {{.Program}} sweep run {{q .Plan}} --dir {{q .Results}} --units {} --jobs 1 :::: units.txt
then:          {{.Program}} sweep merge {{q .Plan}} {{q .Results}} --out {{q .Merged}}

Every node needs the one binary and sees the plan and the folder of results under
these paths. Whatever is killed, or run twice, changes nothing in what is merged.
`
