/**
 * The persons and the order of a meeting, as minutes note them: Robert's Rules of Order (1915, public
 * domain), section 60; GB/T 9704-2012, section 10.3 (出席, 请假, 列席).
 */
const meeting = [
  /^(?:present|absent|apologies|(?:in )?attendance|attend(?:ees?|ing|ed)|chair(?:man|woman|person|ed)?|in the chair|secretary|minutes(?: taken)? by|recorded by|participants)\b[^.!?]{0,20}(?:[:：]|\b(?:from|for|by|were|was)\b)|^(?:held|date|time|place|venue|location)\b(?: (?:in|at|on)\b|[^.!?]{0,12}[:：])/iu,
  /\b(?:meeting|session|assembly|gathering)\b[^.!?]{0,40}\b(?:open(?:ed)?|beg[au]n|started|closed|adjourned|ended|finished|(?:will be|was|were) held|takes place|is (?:on|set|scheduled))\b|\b(?:called|came) (?:the meeting )?to order\b|\b(?:opened|closed|adjourned) the meeting\b|\bno (?:further|other) business\b|\bminutes of (?:the|its|our) .{0,40}\b(?:approved|read|confirmed|accepted|signed|adopted|agreed)\b|\bnext meeting\b|^end of (?:the )?meeting|\bwelcomed (?:the|all|everybody|everyone|members|guests)\b/iu,
  /^(?:出席|列席|缺席|请假|与会|参会|参加|主持|记录|时间|地点|日期|主讲)[\p{sc=Han}、]{0,6}[:：]|^出席.{0,12}\d+人|应到.{0,8}实到|参加会议的有|会议由.{0,12}主持/u,
  /(?:会议|大会|例会|座谈会)[^，。]{0,14}(?:结束|闭幕|散会|开始)|散会|下(?:次|一次)(?:会议|例会|大会)|宣布(?:开会|会议|大会)|会议时间另行/u,
];

/** A list of persons or parts, in which nothing happens. */
const roll =
  /^(?:[^、，。；]{2,9}、){2,}[^、，。；]{2,9}[。.]?$|^(?:\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}(?: \([^)]*\))?(?:,| and|;) ){2,}\p{Lu}[^,;]{1,30}$/u;

/** Openings and closings of letters and manuals, and the words with which they thank and wish. */
const courtesy = [
  /^(?:dear|hello|hi|welcome|congratulations|sincerely|yours|(?:with )?(?:best|kind|warm)(?:est)? (?:regards|wishes))\b/iu,
  /\b(?:thank(?:s| you)|our thanks|thanked|grateful|gratitude|acknowledgements?)\b|\blook(?:s|ing)? forward to\b|\bhesitate to\b|\bany (?:other |further )?questions\b|\bhope (?:that )?(?:this|you|to (?:see|hear|welcome))\b|\b(?:wish|wished|wishes|wishing) (?:you|everybody|everyone|all|them|him|her)\b|\bhappy to (?:help|answer|assist)\b|\bthere for you\b|\bapologi[sz]e\b|\bregret (?:that|any)\b|\bpleasure to\b|^(?:we|i) (?:are|am) writing\b|^(?:we|i) (?:write|refer) to\b|^(?:further|with reference|with regard|in reply|in response) to your\b|^(?:please find |enclosed )|\byour understanding\b/iu,
  /^(?:尊敬|亲爱|各位|大家好|您好|你好|此致|敬礼|顺祝|顺颂|谨祝|祝|恭喜|欢迎|期待|愿|衷心|敬请|特此)|感谢|谢谢|多谢|致谢|谢意|致以|祝您|祝你|祝大家|祝各位|期待(?:您|与|和|着)|竭诚|歉意|谅解|收悉|请查收|如有(?:任何)?(?:疑问|问题)|如需帮助|随时(?:与|联系|为您|咨询)/u,
];

/**
 * Clauses that stand in every contract, licence, paper and page: the general provisions of Common
 * Paper's standard agreements (CC BY 4.0) and of the model contracts of the State Administration for
 * Market Regulation of China (public).
 */
const boilerplate = [
  /\bentire agreement\b|\boral agreements?\b|\bseverab|\b(?:counterparts|hereinafter|whereof|whereas)\b|\bgoverning law\b|\blaws? of .{0,30}\bappl(?:y|ies)\b|\bgoverned by\b|\bjurisdiction\b|\b(?:clause|provision|term)s? (?:is|are|becomes?|proves?) (?:void|invalid|unenforceable)|\bheadings\b.{0,20}\bconvenience\b|\b(?:changes|amendments) to this (?:agreement|contract)\b|\bsigned cop(?:y|ies)\b|\bas follows\b/iu,
  /\ball rights reserved\b|©|\bcopyright\b|\bwebsite\b|\bconflicts? of interest\b|\bavailable (?:up)?on request\b|\bread (?:this|these|the) .{0,40}\b(?:carefully|before)\b|\bkeep (?:this|these) (?:manual|instructions|letter|document)\b|\bsee page\b|\bclick\b|\bsubscribe\b|\bnewsletter\b|\bfor (?:more|further) (?:information|details)\b|\bfurther information\b|^key ?words\b|\bcorresponding author\b|^(?:photo|picture|image|source|reporting)\b[^.]{0,20}(?:[:：]|\bby\b)/iu,
  /一式[\p{sc=Han}\d]份|未尽事宜|签字盖章|盖章之日|签字之日|(?:同等|法律)效力|人民法院管辖|友好协商|协商解决|标题仅为|全部约定|以下简称|如下[。：:]?$|利益冲突|向作者索取|版权所有|仔细阅读|妥善保管|更多(?:信息|详情|内容)|详情(?:请|见)|请(?:访问|点击|关注|登录|咨询|联系我们)|欢迎(?:留言|关注|访问)|请看第|转载|责任编辑|通讯作者|基金项目|收稿日期|^[【[]?关键词|适用于所有/u,
];

const formulas = [roll, ...meeting, ...courtesy, ...boilerplate];

/** Whether a sentence is a greeting, a formality or a clause that every text of its kind has. */
export function isFormula(text: string): boolean {
  return formulas.some((one) => one.test(text));
}
