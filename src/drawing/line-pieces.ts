import { byLanguage, type Language } from '../contract/language.ts';
import { languageRecords } from '../contract/language-records.ts';

/** No line begins with these: closing marks, stops, signs after a number, and small or repeated kana. */
const neverFirst =
  /^[\p{Pe}\p{Pf}!%,.:;?\]}·・…—～〜！％，．：；？‼⁇-⁉、。々〻ゝゞヽヾー℃‰°ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ]/u;
/** No line ends with these: opening brackets and quotes, and signs that precede a number. */
const neverLast = /[\p{Ps}\p{Pi}$€£¥￥#＃@＠]$/u;
/** Chinese particles, which stay with the word before them. */
const particles = new Set(['的', '地', '得', '了', '着', '过', '们', '吗', '呢', '吧']);
/** Endings that make another word of a word: 开发者, 分辨率. No line begins with them. */
const endings = new Set(
  '者 师 器 率 式 化 库 性 链 表 员 家 机 型 度 群 圈 词 句 币 皮 粉 队 镜 费 室 馆 院 店 厂 站 场 液 素 剂 税 票 卡 证 船 湖 江 山 河 草 病 药 板 架 箱 柜 桶 灯 墙 桥 塔 楼 园 村 镇 区 县 市 省 州 国 城 街 路 港 湾 岛 洋 族 语 学 法 论 史 图 剧 球 棋 赛 奖 线 网 炉 锅'.split(
    ' ',
  ),
);

/**
 * A number in characters or digits, with what belongs to it: 第十二章, 百分之三十, 3.5万, 25 个. The
 * last group has the measure words that follow numbers most.
 */
const numbers =
  /[第每近约前后]?[\d零〇一二两三四五六七八九十百千万亿兆几半][\d.,:零〇一二两三四五六七八九十百千万亿兆几半]*(?:[分点]之?[零〇一二两三四五六七八九十百千万亿]+)?[多余来]?(?: ?(?:小时|公里|[个只次元年月日号天周岁位名人份件张页行字词句段章节条块种套台部本篇枚颗杯层间米克斤吨秒分点倍度级代届轮步项组批场门课集期版款家座成笔讲处]))?/gu;

/** Terms of several words, which are one thing to whoever reads them. */
const terms = new RegExp(
  '社交卡片 社交网络 社交媒体 搜索引擎 人工智能 机器学习 深度学习 神经网络 大语言模型 语言模型 自然语言处理 云计算 边缘计算 数据结构 操作系统 开源软件 开源 区块链 用户体验 用户界面 短视频 公众号 小程序 二维码 验证码 应用程序 编程语言 编程 源代码 版本控制 命令行 无障碍 微服务 中间件 正则表达式 机器翻译 图像识别 语音识别 自动驾驶 新能源 碳中和 互联网 物联网 局域网 电子商务 电子邮件 支付宝 微信 试用积分 流水账 资产负债表 现金流 创业公司 风险投资 知识产权 可持续发展 供应商 产品经理 项目管理 远程办公 数字化转型 元宇宙 虚拟现实 增强现实 智能手机 平板电脑 笔记本电脑 操作手册 使用说明 常见问题 隐私政策 服务条款 联合国 北京大学 清华大学 长江三角洲 粤港澳大湾区 一步一步 图片压缩 长文摘要 摘要 无损压缩 像素 后端 全栈 幂等 对账 增值税 进度条 数据中心 高等教育 气候变化'
    .split(' ')
    .join('|'),
  'gu',
);

/** Scripts without spaces between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\u3000-\u303f\uff00-\uffef]/u;

const segmenters = byLanguage(
  (language) => new Intl.Segmenter(languageRecords[language].tag, { granularity: 'word' }),
);

/**
 * Splits a text wherever a line may end. A piece includes the space after it. It follows the
 * rules that matter for titles: UAX #14, LB7, LB13 to LB15 and LB21 to LB25; and Requirements for
 * Chinese Text Layout, section 3.1.2. Unlike both, it never splits a Chinese word, nor a number, nor
 * one of the terms above.
 */
export function linePieces(text: string, language: Language): string[] {
  const whole = wholeSpans(text);
  const pieces: string[] = [];
  for (const { segment, index } of segmenters[language].segment(text)) {
    const piece = pieces.at(-1);
    const isInside = whole.some(({ start, end }) => start < index && index < end);
    if (piece === undefined || (!isInside && mayBreak(piece, segment))) pieces.push(segment);
    else pieces[pieces.length - 1] = piece + segment;
  }
  return pieces;
}

/** Where the numbers and terms of a Chinese text are, in UTF-16 units. */
function wholeSpans(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!/\p{sc=Han}/u.test(text)) return [];
  return [numbers, terms].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index: start, 0: found }) => {
      return { start, end: start + found.length };
    }),
  );
}

function mayBreak(before: string, after: string): boolean {
  if (after.startsWith(' ') || neverFirst.test(after) || particles.has(after)) return false;
  if (endings.has(after) && /\p{sc=Han}$/u.test(before)) return false;
  if (neverLast.test(before.trimEnd())) return false;
  if (before.endsWith(' ')) return true;
  if (/[\p{L}\p{N}][-–/]$/u.test(before) || before.endsWith('—')) return true;
  return unspaced.test(Array.from(before).at(-1) ?? '') || unspaced.test(after.slice(0, 2));
}
