package wasm
import ("testing";"os";"fmt"
"github.com/lectio/lectio/rulesets")
import "github.com/lectio/lectio/rulesets/engine"
func dn(n *engine.Node) string { if n==nil {return "nil"}; s:=fmt.Sprintf("(%d n%d c%d", n.Op,n.N,n.Cmp); for _,k:=range n.Kids{s+=" "+dn(k)}; return s+")"}
func TestDump(t *testing.T){
 data,_:=os.ReadFile("../definitions/mylna.yaml")
 d,errs:=rulesets.LoadOne("m",data,nil)
 t.Log(errs)
 g,errs2:=d.Game(nil)
 t.Log(errs2)
 p:=g.Program
 t.Log(p.Stores,p.Parts,p.Places,p.Names,p.Team,p.CellOf[1][:5],p.Cells)
 for _,s:=range p.Stages{t.Log("stage",s.ID,dn(s.When),s.Device)}
 for _,a:=range p.Agendas{t.Log("agenda",a,dn(a.When))}
 for _,a:=range p.Blocked{t.Log("blocked",a)}
 for _,a:=range p.Allows{t.Log("allow",a.ID,a.Act,a.Stages,a.Parts,a.Stores,dn(a.From),dn(a.To),dn(a.When),dn(a.Men))}
 for _,a:=range p.Forbids{t.Log("forbid",a.ID,a.Acts,a.Stages,dn(a.When),a.Excepts)}
 for _,a:=range p.Requires{t.Log("req",a.ID)}
 for _,a:=range p.Changes{t.Log("change",a.ID,a.On,a.Stages,dn(a.When));for _,e:=range a.Effects{t.Logf("  %+v",e)}}
 for _,a:=range p.Ends{t.Log("end",a.ID,a.At,a.Acts,a.Stages,dn(a.When),a.Winner,a.Ordered)}
 t.Log(p.Lines[0], p.Near[0])
 t.Logf("%+v", p.Setup)
 t.Log(engine.SNot, engine.SCompare, engine.SNear,engine.BCompare,engine.NCount)
}
