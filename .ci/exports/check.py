"""Reads linked data with rdflib and holds it against the CIDOC CRM as its makers publish it:

    python3 check.py CRM.NQ FILE.jsonld...

Every class and property of the model must be one, and what has a property, and its value,
must be of the classes that the model demands of them. CRMinf is in no package, so of its
classes only those above them in the CRM are known here, from its definition (1.2).
"""
import sys

from rdflib import ConjunctiveGraph, Graph, Literal, RDF, RDFS, URIRef, __version__

CRM = "http://www.cidoc-crm.org/cidoc-crm/"
INF = "http://www.cidoc-crm.org/extensions/crminf/"
ABOVE = {
    "I1_Argumentation": "E7_Activity",
    "I5_Inference_Making": "E7_Activity",
    "I16_Meaning_Comprehension": "E7_Activity",
    "I2_Belief": "E2_Temporal_Entity",
    "I13_Intended_Meaning_Belief": "E2_Temporal_Entity",
    "I3_Inference_Logic": "E89_Propositional_Object",
    "I4_Proposition_Set": "E89_Propositional_Object",
}

model = Graph()
published = ConjunctiveGraph()
published.parse(sys.argv[1], format="nquads")
for triple in published.triples((None, None, None)):
    model.add(triple)
for name, above in ABOVE.items():
    model.add((URIRef(INF + name), RDFS.subClassOf, URIRef(CRM + above)))
version = next(model.objects(None, URIRef("http://www.w3.org/2002/07/owl#versionInfo")), "?")

faults = 0


def fault(*what):
    global faults
    faults += 1
    if faults < 20:
        print(*what, file=sys.stderr)


above = {}


def classes(types):
    out = set()
    for t in types:
        if t not in above:
            above[t] = set(model.transitive_objects(t, RDFS.subClassOf))
        out |= above[t]
    return out


for name in sys.argv[2:]:
    g = Graph().parse(name, format="json-ld")
    of = {s: classes(g.objects(s, RDF.type)) for s in set(g.subjects())}
    checked = 0
    for s, p, o in g:
        if p == RDF.type:
            if str(o).startswith(INF) and str(o)[len(INF):] in ABOVE:
                continue
            if (o, RDF.type, RDFS.Class) not in model:
                fault(name, "no class:", o)
        if not str(p).startswith(CRM):
            continue
        checked += 1
        domain, range_ = model.value(p, RDFS.domain), model.value(p, RDFS.range)
        if domain is None:
            fault(name, "no property:", p)
        elif domain not in of[s]:
            fault(name, s, "cannot have", p)
        elif isinstance(o, Literal) != (range_ == RDFS.Literal):
            fault(name, p, "cannot be", o)
        elif not isinstance(o, Literal) and range_ not in of.get(o, ()):
            fault(name, o, "cannot be the value of", p)
    if checked == 0:
        fault(name, "nothing of the CRM is in it")
    print(f"CIDOC CRM by rdflib {__version__}: {len(g)} triples, {checked} of them within the domains and ranges of the {version}")
sys.exit(1 if faults else 0)
