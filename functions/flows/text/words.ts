import { stemmer } from 'stemmer';
import { eng, zho } from 'stopword';
import { defaultLanguage } from '../../../src/contract/language.ts';
import { linePieces } from '../../../src/drawing/line-pieces.ts';

/** The script of a word. `number` and `other` are neither English nor Chinese. */
export type Script = 'latin' | 'han' | 'number' | 'other';

export interface Word {
  readonly text: string;
  /** The position in its sentence, in UTF-16 units. */
  readonly start: number;
  /** All forms of a word have the same key. */
  readonly key: string;
  readonly script: Script;
  readonly isStop: boolean;
  /** Whether only a space or a hyphen, or nothing, separates it from the word before. */
  readonly follows: boolean;
  /** Whether it goes on with the word before, as an ending does or a part of a known term. */
  readonly isJoined: boolean;
}

/** A longer word is cut for its key, in UTF-16 units. */
const MAX_WORD_LENGTH = 50;

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

/** The words of a sentence, whatever languages it mixes. */
export function wordsOf(sentence: string): Word[] {
  const words: Word[] = [];
  const starts = pieceStarts(sentence);
  let between = '.';
  for (const { segment, index, isWordLike } of segmenter.segment(sentence)) {
    if (isWordLike) {
      const isJoined = starts !== undefined && !starts.has(index);
      words.push({ ...wordOf(segment, index, /^[ -]?$/.test(between)), isJoined });
      between = '';
    } else if (between.length <= 1) {
      between += segment;
    }
  }
  return words;
}

/** In a longer sentence no words are joined, in UTF-16 units: the time grows with the square. */
const MAX_JOINED = 1_000;

/** Where the pieces of a Chinese sentence start that no line may break. */
function pieceStarts(sentence: string): ReadonlySet<number> | undefined {
  if (sentence.length > MAX_JOINED || !/\p{sc=Han}/u.test(sentence)) return undefined;
  let start = 0;
  const starts = new Set<number>();
  for (const piece of linePieces(sentence, defaultLanguage)) {
    starts.add(start);
    start += piece.length;
  }
  return starts;
}

function wordOf(text: string, start: number, follows: boolean): Omit<Word, 'isJoined'> {
  const script = scriptOf(text);
  const small = text.slice(0, MAX_WORD_LENGTH).toLowerCase().replace('’', "'");
  const key = script === 'latin' ? stemmer(small) : small;
  return { text, start, key, script, isStop: isStopWord(small), follows };
}

function scriptOf(text: string): Script {
  if (/^\p{sc=Han}/u.test(text)) return 'han';
  if (/^\p{sc=Latin}/u.test(text)) return 'latin';
  return /^\p{N}/u.test(text) ? 'number' : 'other';
}

/** Words that the package's lists lack: pronouns, auxiliaries, conjunctions, numbers, adverbs. */
const furtherEnglish =
  "again nevertheless nonetheless moreover furthermore otherwise including excluding regarding concerning according online elsewhere abroad overseas against ago am are be been being can could did do does doing had has have having if may might must of or shall should than their theirs to was were which while who will would yet almost alone along already although always among another anybody anyone anything anyway anywhere apart aren't around aside away back because behind below beside besides between beyond both can't cannot close couldn't despite didn't directly doesn't don't done down during eight eighty either eleven else enough even ever every everybody everyone everything everywhere except far fast few fifteen fifty finally first five forward forty four fourth fresh hardly hasn't haven't he's hence her here hers herself hey high himself however hundred hundreds i'm i've indeed instead isn't it's its itself just last later least less let let's like likely little long low many maybe me mainly maybe meanwhile mine more mostly much my myself near nearly neither never next nine no nobody none nor normally not nothing nowadays now nowhere off often oh ok once one one's ones only onto otherwise our ours ourselves out outside over own past per perhaps please poor quickly quite rather really roughly same second seven seventy several shall she shouldn't simply since six sixteen sixty slowly so somebody somehow someone something sometimes somewhat somewhere soon still such sure ten than that's theirs them themselves there's therefore they're third thirty those though thousand thousands three throughout thus till today together tomorrow too toward towards truly twelve thirteen fourteen seventeen eighteen nineteen ninety twenty twice two under unless unlike until up upon upwards us usually versus very via was wasn't we're we've well weren't what's whatever when whenever where wherever whereas whether whichever whoever whole whom whose why will with within without won't wouldn't ye yes yesterday yet you're yours yourself yourselves";
/** Verbs that have no topic. All their forms count, because the stem is compared. */
const plainVerbs =
  'add allow appear ask avoid be become begin believe belong bring build buy call carry cause choose come compare complain contain count cut decide deliver depend describe differ do drop eat enter explain fall feed feel fill find fit follow forget get give go grow happen have hear help hide hold hope inform keep know lay lead learn leave let lie live look lose make mean meet melt move must need offer open own pass pay pick place prefer prevent prove pull push put reach read recover remain remember remove repeat replace require rise run save say see seem sell send set shake show sink sit smell sort speak spend spread stand start stay step stick stop suffer swing take talk taste tell thaw thin think throw touch travel treat trust try turn understand use wait wake walk want wash win wish work write write found made brought built bought kept left lost meant met paid said sold sent shown stood taken told thought understood won written went came gone held grew grown ate drew drawn fell gave given known knew laid lay lain led put ran saw seen stuck took wore worn woke broke broken spent bent lent drank drunk sang swam began begun chose chosen drove driven froze frozen forgot forgotten hid hidden rode shook stole tore threw thrown bore beat blew dug fed fled fought hung slid slept spun struck swept swung taught rose arose died overcame withdrew sought shrank sank sprang dealt crept wept shot shut spread hurt flew';
/** Nouns and adjectives that say little: they stand in a phrase before a noun, never alone or last. */
const plainWords =
  'able bad best better big bigger bit black blind bright brown busy careful case certain clean clear cold common cool dark day deep deeper different difficult direct dry early east easy eastern empty end everyday example fact false fast faster fewer final fine fixed free full general gentle good great green half hard harmless heavy higher hot hour huge important inside kind large larger largest late left light like little loose lot lower main mark matter medium metre metres kilometre kilometres centimetre middle millimetre minute modern moment month morning much necessary new newest night north number old older open opposite ordinary other outer outside own paint pair part partial particular people percent perfect person piece place plain point possible pretty private proper public quarter quick quiet random ready real reason red regular rest right rough row safe separate serious sharp short shorter side similar simple single slow slower small smaller smallest soft sort sour south special straight strange strong strongest sudden summer sweet tall term thick thin thing third tight time tiny today top total true twice typical upper urgent usual value various warm way weak week weight west wet white wide wild winter wide word world worse worst worth wrong yard year years young spring autumn evening afternoon century decade second seconds degree degrees euro dollar somebody citizen corner edge gap place act shape form line circle bottom middle front back loose damage-free likely sore dead dirty rich poor raw';
const furtherChinese =
  '而不是 主要原因 另行通知 不只 不只是 不仅 不仅仅 没有 从来没有 在一起 一个 一些 一样 一种 一下 一直 一边 一般 一旦 一共 一起 一切 一定 一段 不会 不能 不是 不过 不要 不用 不必 不再 不如 不同 不少 不足 两 个人 为了 为什么 为何 之前 之后 之间 之内 之外 以内 以外 也是 于是 什么 今天 他们 他的 她的 它的 我的 你的 您的 我们的 他们的 你们的 它们的 自己的 谁 谁都 以前 以及 以后 任何 但是 你们 例如 便是 其中 其他 其它 其余 其实 再 再次 决不 出 别人 别的 却 只 只是 只有 只要 只能 可以 可是 可能 各种 各自 同时 同样 同一 呢 咱们 哪些 哪里 哪个 因为 因此 因而 多少 多数 大多 大多数 少数 大 小 大家 她们 如何 如果 如今 它 它们 对于 关于 将 已经 早已 并且 当 当时 很多 许多 怎么 怎样 成为 我们 或者 或是 所以 所有 所谓 才 是否 是的 时候 最 有些 有的 有时 有人 没有人 本 来说 根据 正在 此外 每个 每次 没 没有 然后 然而 由 由于 的话 着 究竟 第一 第二 第三 等等 而 而且 而是 能 能够 自己 至于 若 虽然 即使 尽管 无论 不论 不管 除非 被 要 觉得 认为 让 起来 出来 下来 上来 下去 进去 回来 过来 越 越来越 较 比较 还是 还有 还要 还会 这 这个 这些 这样 这种 这里 这时 进行 通过 那个 那些 那么 那样 那里 那种 都是 都会 都能 都要 里 里面 上面 下面 外面 前面 后面 旁边 中间 周围 附近 到处 除了 随着 需要 非常 十分 首先 其次 最后 使 使用 从 从来 但 以 像 像是 去 可 吗 后 向 呀 啦 嘛 自 与 跟 比 往 往往 常常 经常 总是 有时候 给 得到 用 上 下 前 内 外 间 种 次 点 样 马上 立刻 随时 特别 更 更加 更多 更少 几乎 大约 大概 左右 多半 其间 一半 一部分 部分 全部 完全 正好 正是 正常 真正 真的 的确 仍 仍然 仍是 依然 又 也 还 就 就是 便 则 即 那 哪 某 某些 各 每 每天 每年 每秒 每周 今年 去年 明年 昨天 明天 现在 后来 早上 晚上 夜里 白天 春天 夏天 秋天 冬天 星期 星期天 小时 分钟 秒钟 几天 几年 几个 几个月 几十年 半年 公里 厘米 毫米 米 度 双方 两者 两种 地方 东西 事情 办法 问题 方面 方式 情况 原因 结果 关系 作用 时间 数字 数值 人 人们 有人 样子 这么 那时 彼此 互相 甚至 反而 否则 不然 总之 换句话说 数一数 试一试 比如 譬如 只好 不得不 必须 应该 应当 想 愿意 敢 肯 会 得 地 了 过 把 将 被 叫 令 请 到 在 于 对 为 和 及 跟 同 或 无法 难以 容易 反正 其 此 该 本身 一旦 多 少 好 坏 高 低 长 短 快 慢 早 晚 新 旧 最好 最快 最大 最小 更好 不好';
/** Chinese verbs and adjectives that have no topic. */
const plainChinese =
  '开始 结束 继续 停止 变成 变得 变化 增加 减少 提高 降低 上升 下降 发现 发生 出现 产生 形成 造成 引起 导致 带来 带动 提供 得出 要求 规定 决定 取决 告诉 说明 表示 显示 看到 看出 看来 听到 知道 认识 记住 忘记 忘了 担心 希望 打算 准备 计划 喜欢 害怕 抱怨 生气 感受 相信 值得 属于 包括 组成 存在 位于 等于 叫做 称为 算是 放到 放在 写着 写清楚 写明 写错 来自 回到 进入 离开 到达 经过 穿过 通往 靠近 碰到 遇到 找到 拿到 收到 做到 得到 受到 达到 做好 修好 选好 打开 关闭 关掉 打通 加上 加装 去掉 拆掉 吃掉 砍掉 丢掉 换掉 花掉 挡住 堵住 留出 留下 剩下 保留 保存 保持 改变 修改 更换 调整 检查 检修 核对 统计 比较 计算 测量 利用 使用 采用 参加 参与 负责 管理 处理 解决 完成 实现 恢复 避免 防止 阻止 影响 帮助 支持 反对 允许 同意 承担 拥有 失去 损失 消失 生成 生长 长在 活着 工作 休息 睡觉 走路 骑车 开车 上车 搬走 搬进 搬进来 往下 往里 往下走 出来 下来 进来 回来 不到 不变 不动 不够 不错 不见 足够 重要 主要 特殊 特别 普通 一般 简单 复杂 困难 清楚 明显 明亮 安全 危险 安静 干净 潮湿 新鲜 便宜 昂贵 自然 直接 间接 早晚 有名 有用 没用 有效 无效 多余 差不多 差得多 相同 相近 相似 相反 相加 相接 独特 单独 单一 公开 免费 原来 本来 以为 可见 看不见 想到 说 做 写 看 听 走 跑 拿 放 给 来 去 吃 喝 用 买 卖 付 花 省 涨 跌 赢 输 等 读 教 学 问 答 找 丢 换 修 拆 建 造 开 关 推 拉 打 按 切 烤 煮 洗 晒 挂 装 加 减 乘 除 落 升 降 进 退 起 坐 站 躺 睡 醒 生 死 活 变 成 像 靠 跟着 带着 看着 接着 正对着 泡 夹 擦 涂 撒 喂 翻 保 留 送 取 存 记 算 数 量 称 属 含 占 围 赶 追 躲 逃 跳 飞 游 流 滴 冲 淹 沉 浮 结 化 冻 热 冷 暖 凉 湿 干 亮 暗 响 静 松 紧 软 硬 厚 薄 粗 细 深 浅 宽 窄 直 弯 圆 方 尖 平 斜 正 反 真 假 对 错 储存 吸收 签名 抖动 加热 弯曲 修正 对齐 拼成 抢救 加密 填写 发送 滑动 摇晃 减速 放大 发布 呼吸 躲藏 融化 膨胀 裂开 杀死 发臭 动静 担心 停留 提掉 进攻 打入 发热 老化 退役 安慰 退还 签字 拍照 更正 可能性 上涨 查询 订购 抽查 起诉 出售 购买 出租 借出 捐 寄 邮寄 联系 通知 提醒 建议 推荐 介绍 描述 讨论 争论 研究 分析 观察 试验 尝试 试用 试行 试穿 练习 训练 学习 复习 记录 登记 注册 申请 批准 拒绝 取消 推迟 安排 组织 举办 出席 庆祝 纪念 保护 破坏 损害 伤害 攻击 防守 占领 释放 逮捕 审判 惩罚 奖励 鼓励 批评 表扬 感谢 道歉 原谅 后悔 失败 成功 努力 坚持 放弃 依靠 依赖 召开 举行 开展 实施 推进 落实 加强 完善 制定 发布 公布 宣布 印发 颁布 签订 签署 履行 缴纳 交纳 支付 付款 收取 领取 提交 提出 提升 提前 通报 汇报 审议 审批 通过 否决 任命 选举 聘请 聘用 辞职 退休 离职 入职 动工 开工 完工 竣工 投产 通车 开通 停用 启用 启动 停运 复工 停课 请假 就诊 住院 出院 超标 达标 合格 拆除 拆卸 连接 断开 插入 拔出 插拔 按下 长按 点击 选择 设置 闪烁 亮起 熄灭 冒烟 漏水 断裂 开裂 变形 损坏 受潮 起火 触电 倒塌 决口 淹没 转移 撤离 受伤 身亡 遇难 失踪 登陆 波及 引发 缓解 改善 恶化 上调 下调 下跌 涨价 降价 增长 缩短 延长 延期 延迟 逾期 到期 生效 失效 终止 解除 续签 续租 续期 行使 转让 授权 委托 约定 协商 裁决 适用 遵守 违反 符合 满足 具备 超过 低于 高于 涉及 包含 含有 享有 前往 抵达 返回 出发 集合 乘坐 驾驶 携带 佩戴 着装 严禁 呼吁 警告 告知 拨打 回复 答复 反映 报名 列席 缺席 主持 发言 致辞 指出 强调 解释 透露 预计 估计 预测 估算 对比 证实 推断 得出 验证 建成 改用 改为 改道 绕行 铺设 施用 供应 修剪 修复 开设 设立 设在 创造 投资 投入 克服 坚守 过多 过高 过低 不足 充足 显著 均 多次 大量 首次 期间 途中 其他 相关 此类 各类 多种 少量 全部 一律 擅自 自行 即将 正式 共同 分别 逐步 尽快 及时 妥善 无须 另行 为此 据此 如下 上述 本身 升至 降至 增至 减至 截至 作为 即可 无害 有害 变长 变短 变大 变小 按时 多大 移动 灌溉 压紧 发热 抱怨 适应 习惯 喜爱 讨厌';

/** Chinese nouns that say little: they end a phrase (开放时间), and are none. */
const plainChineseNouns = '时间 问题 方式 情况 原因 关系 作用 数字 数值 方面 办法';

/** Units, months and days: they count, and are about nothing. */
const units =
  'cent percent thousand million billion tonne ton litre liter gram kilogram milligram hectare metre meter kilometre kilometer centimetre millimetre mile hour minute day week month decibel dollar euro pound mr mrs ms dr prof p.m a.m monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december annex article chapter section clause page';
const chineseUnits =
  '元 万元 亿元 美元 公斤 千克 毫克 毫升 公顷 平方米 公里 千米 千瓦时 小时 分钟 秒 天 日 月 月底 年底 年 岁 人次 第一条 第二条 第三条 首次 上午 下午 晚上 凌晨 周一 周二 周三 周四 周五 周六 周日 全年 全县 全市 全省 您 本人 本文 本章 本次 有关 上述 以上 以下 其中 女士 先生 主任 摘要 附件';

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const plainVerbStems: ReadonlySet<string> = new Set(
  plainVerbs.split(' ').map((one) => stemmer(one)),
);
const plainSet = setOf(plainWords);
const unitStems: ReadonlySet<string> = new Set(units.split(' ').map((one) => stemmer(one)));
const chineseUnitSet = setOf(chineseUnits);
const plainChineseSet = setOf(plainChinese);
const plainChineseNounSet = setOf(plainChineseNouns);

/** Words without a topic of their own, in small letters. */
const stopWords: ReadonlySet<string> = new Set([
  ...[...eng, ...zho],
  ...[...furtherEnglish.split(' '), ...furtherChinese.split(' ')],
]);

/** The words after a quote that name its speaker. An uncertain one ends with a colon, and announces the next. */
export const speaker =
  /^[^\p{P}]{1,15}(?:[说說问問喊叫答嚷](?:[了着著道]?(?=[。！？，]|$)|[完罢罷])|(?<!知)道(?=[。！？，]|$))|^\s*(?:I|(?:(?:Mrs?|Ms|Dr)\.? )?\p{Lu}\p{L}*(?: \p{Lu}\p{L}*){0,2}) (?:said|says|asked|cried|replied|answered|shouted|called|whispered|exclaimed|added|wrote|thought)\b/u;

/** The words with which a sentence goes on after a quote. */
export const attribute = /^\s*\p{Ll}|^的/u;

/** A number or a demonstrative with its classifier (一次, 每个, 这样), or a particle and one character. */
const counted = /^(?:[一两几每这那哪某全各该]\p{sc=Han}|[的是].)$/u;
/** A number, with or without what it counts: 三十二, 八百块. */
const numeral =
  /^[第零〇一二两三四五六七八九十百千万亿几半]{2,}\p{sc=Han}?$|^[零〇一二两三四五六七八九十百千万亿几半]\p{sc=Han}?$/u;

/** A unit with the numeral before it. */
const numeralUnit =
  /^[万亿千百]?[元吨人次米克升]$|^[万亿]$|^[一二两三四五六七八九十百千万半]+(?:个|年|月|天|周|日|名|家|条|次|倍|岁|分之)/u;

/** A word of an adverb or a particle and something else, as the segmenter joins them: 也没有, 都在, 看着. */
const joinedParticle =
  /^[也都不没要会能可被把让就很太又再先才只最更还已正很]\p{sc=Han}{1,2}$|^\p{sc=Han}{1,2}[了着过的到出在于得成和与或及是上里内]$/u;

/** Whether a word, in small letters and with a straight apostrophe, is a stop word. */
function isStopWord(word: string): boolean {
  return stopWords.has(word) || counted.test(word);
}

/** Whether a word counts, or names a time: 20 tonnes, 万元, Monday. */
export function isUnit({ text, key, script }: Word): boolean {
  if (script === 'han') return chineseUnitSet.has(text) || numeralUnit.test(text);
  return unitStems.has(key);
}

/** A word's role in a phrase, by its small letters: none, modifier of a noun, or topic. */
export function partOf(word: Word): 'none' | 'modifier' | 'topic' {
  const { isStop, script } = word;
  const small = word.text.toLowerCase();
  if (plainChineseNounSet.has(small)) return 'modifier';
  if (isStop || isUnit(word) || (script !== 'latin' && script !== 'han')) return 'none';
  if (script === 'han') {
    const isPlain = plainChineseSet.has(small) || numeral.test(small) || joinedParticle.test(small);
    return isPlain ? 'none' : 'topic';
  }
  if (plainSet.has(small) || /\w{3}(?:ed|est)$/.test(small)) return 'modifier';
  if (plainVerbStems.has(word.key) || /\w{2}ly$/.test(small)) return 'none';
  return small.length > 1 ? 'topic' : 'none';
}
