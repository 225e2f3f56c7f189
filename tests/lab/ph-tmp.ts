import { digestTexts } from '/work/w/dig/tests/lab/digest/texts.ts';
import { precisionOf } from '/work/w/dig/tests/lab/digest/measure.ts';
import { labelledTexts } from '/work/w/dig/tests/support/labelled-texts.ts';
import { analyseText } from '/work/w/dig/functions/flows/text/analyse-text.ts';
import { keyPhrases } from '/work/w/dig/functions/flows/text/key-phrases.ts';
const show=process.argv[2];
for (const l of ['english','chinese'] as const) {
  const a = digestTexts(l,'choosing').map((t)=>({n:t.name,p:t.phrases,a:analyseText(t.text)}));
  const b = labelledTexts(l).slice(0,15).map((t)=>({n:t.title,p:t.phrases,a:analyseText(t.text)}));
  const out=[a,b].map((set)=>set.reduce((x,{n,p,a})=>{ const f=keyPhrases([...a.headings,...a.sentences], a.headings.length).map((q)=>q.text); const r=precisionOf({phrases:p},f); if(show) console.log(n, r.toFixed(2), f.map((q)=>precisionOf({phrases:p},[q])>0?`[${q}]`:q).join(' | '), show==='2'? '   <<'+p.filter(x=>!f.includes(x)).join(' | '):''); return x+r;},0)/set.length*100);
  console.log(l, out.map((x)=>x.toFixed(1)).join(' | '));
}
