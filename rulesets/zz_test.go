package rulesets
import ("testing";"strings";"github.com/lectio/lectio/rulesets/engine";"encoding/json";"math/rand")
// mutate states: swap tokens at random among states' JSON
func TestZZ(t *testing.T){
 games,err:=fuzzGames(); if err!=nil {t.Fatal(err)}
 for _,g:=range games {
  rng:=rand.New(rand.NewSource(1))
  in:=engine.NewInterpreter(g.Program); s:=g.Program.NewState()
  acc,rej:=0,0
  for k:=range 60 { r:=engine.NewRandom(9,uint64(k)); in.Start(s); for range 200 { if !step(in,s,r){break}
    if rng.Intn(3)>0 {continue}
    var m map[string]any; json.Unmarshal([]byte(printed(t,g,s)),&m)
    q:=g.Program.Players[rng.Intn(2)]
    men:=m[q].(map[string]any)
    // move men around
    for range 1+rng.Intn(4) { var from string; for f:=range men {from=f;break}; n:=men[from].(float64); to:=g.Program.PlaceName(0, rng.Intn(g.Program.Places+len(g.Program.Stores))); if n<=1 {delete(men,from)} else {men[from]=n-1}; x,_:=men[to].(float64); men[to]=x+1 }
    if turn,ok:=m["turn"].(map[string]any); ok { switch rng.Intn(6){ case 0: delete(m,"turn"); case 1: l:=[]any{}; for range rng.Intn(14) { l=append(l,g.Program.Parts[rng.Intn(len(g.Program.Parts))].Name+[]string{"","?"}[rng.Intn(2)])}; turn["left"]=l; case 2: turn["order"]="fixed"; case 3: turn["stage"]=g.Program.Stages[rng.Intn(len(g.Program.Stages))].ID; case 4: turn["owner"]=g.Program.Players[rng.Intn(2)]; turn["next"]=g.Program.Players[rng.Intn(2)]; case 5: turn["active"]=g.Program.Names[0][rng.Intn(g.Program.Places)] } }
    if c,ok:=m["counters"].(map[string]any); ok && rng.Intn(3)==0 { for _,v:=range c { for k:=range v.(map[string]any) { v.(map[string]any)[k]=rng.Intn(50)-10 } } }
    b,_:=json.Marshal(m)
    s2,errs:=g.ParseState(in,"--at",string(b))
    if s2==nil { if len(errs)==0 {t.Fatal("none")}; rej++; if rej<4 {t.Log(errs[0], string(b))}; continue }
    acc++
    func(){ defer func(){ if x:=recover(); x!=nil { t.Errorf("%s PANIC %v\n%s", g.Name(), x, b); panic(x) } }()
    roundTrip(t,g,in,s2)
    for range 50 { if s2.Status()==engine.Decision { for _,x:=range in.Explain(s2).Refused { g.RefusedJSON(in,s2,x)} }; if !step(in,s2,r){break}; roundTrip(t,g,in,s2) } }()
  } }
  t.Log(g.Name(), acc, rej)
 }
 _=strings.Join
}
