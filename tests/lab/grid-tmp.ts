import { digestTexts } from '/work/w/dig/tests/lab/digest/texts.ts';
import { precisionOf } from '/work/w/dig/tests/lab/digest/measure.ts';
import { labelledTexts } from '/work/w/dig/tests/support/labelled-texts.ts';
import { analyseText } from '/work/w/dig/functions/flows/text/analyse-text.ts';
import { keyPhrases, weights } from '/work/w/dig/functions/flows/text/key-phrases.ts';
const w=weights as any;
const langs=(['english','chinese'] as const).map((l)=>[digestTexts(l,'choosing').map((t)=>({p:t.phrases,a:analyseText(t.text)})),labelledTexts(l).slice(0,15).map((t)=>({p:t.phrases,a:analyseText(t.text)}))].map((set)=>set.map(({p,a})=>({p,s:[...a.headings,...a.sentences]}))));
const evalAll=()=>langs.map((sets)=>sets.map((set)=>set.reduce((x,{p,s})=>x+precisionOf({phrases:p},keyPhrases(s).map((q)=>q.text)),0)/set.length*100));
let seed=Number(process.argv[2]??1); const rnd=()=>{seed=(seed*1103515245+12345)%2147483648; return seed/2147483648;};
const obj=(r:number[][])=>r.flat().reduce((a,b)=>a+b,0)/4;
let best=obj(evalAll()); console.log('start',best.toFixed(2));
const end=Date.now()+Number(process.argv[3]??60)*1000;
while(Date.now()<end){ const k=Object.keys(w)[Math.floor(rnd()*Object.keys(w).length)]!; const k2=Object.keys(w)[Math.floor(rnd()*Object.keys(w).length)]!; const o=w[k],o2=w[k2]; w[k]=Math.round(o*(0.5+rnd()*1.2)*100)/100; if(rnd()<0.5) w[k2]=Math.round(w[k2]*(0.5+rnd()*1.2)*100)/100; const v=obj(evalAll()); if(v>best){best=v;} else {w[k]=o;w[k2]=o2;} }
console.log(JSON.stringify(w), evalAll().map((r)=>r.map((x)=>x.toFixed(1)).join(' ')).join(' | '), best.toFixed(2));
