import type { CorpusText, TextBlock } from './texts.ts';

/**
 * Texts that no rule was chosen by: twelve of other genres, in words of their own. A line is a block:
 * `# ` begins a title, `## ` a heading, `- ` an item, `| ` a row, `^ ` a note to the line before.
 */
const sources: Readonly<Record<string, string>> = {
  'en-recipe': `# Rye bread with caraway
Makes two loaves of about 800 g each.
## What you need
- 600 g of dark rye flour and 400 g of wheat flour
- a cup of sourdough that was fed on the evening before
- two teaspoons of caraway seeds, lightly crushed, and one of salt
- warm water
## How it is done
Stir the flours, the seeds and the salt together in a wide bowl. Dissolve the sourdough in the water and pour it over; the dough should be heavy, but it must not stick to a wet hand. Cover it with a cloth and let it stand for five hours.
Shape two loaves without kneading. They rise again until a finger leaves a mark that fills slowly. Heat the oven to 250 °C with a pan of water at the bottom.
Bake for ten minutes at full heat, then for fifty more at 190 °C. Knock on the underside: if it sounds hollow, it is done. “Wait until tomorrow,” my aunt used to say, and nobody ever did.`,
  'en-review': `# A quiet film about noise
Directors who grew up beside an airport seem to share a certain patience. In “Runway Lights” nothing happens for twenty minutes, and one does not want it to end. A woman repairs radios; her neighbour collects the serial numbers of planes; between them lies a wall as thin as paper.
What sounds like an exercise turns into a comedy of manners. The dialogue is dry, the colours are drier, and the camera hardly moves at all (the operator, I am told, used to photograph buildings). Only once does somebody shout.
Is it too long? Perhaps. At 131 minutes it asks for more goodwill than most of us bring on a Tuesday evening. But its last shot, in which the wall itself seems to listen, repays everything.
Seen at the Lantern cinema on 4 February.`,
  'en-policy': `# Travel and expenses
## Scope
These rules hold for everybody who travels on behalf of the association, whether paid or not. They replace the circular of 2019.
## Before the journey
Ask the treasurer for approval at least ten working days ahead. Approval is given by e-mail and names an upper limit; without it no costs are reimbursed.
| Kind of cost | Limit | Remark |
| Hotel | 110 | The limit is per night and includes breakfast. |
| Meals | 34 | Receipts are not needed below this amount. |
| Taxi | 25 | Only where no public transport runs. |
## After the journey
Hand in your receipts within four weeks. The office checks them, transfers the money and keeps copies for eight years. If a receipt has been lost, a signed statement takes its place once a year.
- train: second class, first class above six hours
- car: 0.32 per kilometre, passengers included
- plane: only where the train takes longer than eight hours`,
  'en-diary': `Tuesday, the ninth
Rain since five. The path to the hut has turned into a brook, and the two of us carry stones to make it passable. Henrik claims that he enjoys it.
In the afternoon the cloud lifted for a quarter of an hour. We saw the glacier, grey and cracked, far lower than on the old map. “So that is where it went,” said Henrik.
Wednesday, the tenth
Frost at night! The measuring station had stopped at 3.40 and nobody knows why. I changed the battery, cleaned the sensor, wrote down the number and waited; at noon it began again as if nothing had been wrong.
Letters from home, which had taken eleven days.
Thursday, the eleventh
Nothing at all.`,
  'en-study': `# Hedgerows and night moths
## Summary
We counted moths along 48 hedgerows of different ages. Older hedges had more species, but not more individuals.^
^ The full list of species can be obtained from the corresponding author.
## Methods
Light traps were set up on moonless nights between May and August. Each trap ran from dusk until two in the morning and was emptied before sunrise. Hedges were classed by the number of woody species within thirty paces, following the rule of thumb that one species stands for a century.
## Results
In total 9,214 moths of 187 species were caught. The number of species rose with the age of the hedge, from 31 in those below fifty years to 74 in those above three hundred. Temperature explained a tenth of the variance, wind next to nothing.
## Discussion
It is tempting to read this as a case for leaving old hedges alone. A simpler explanation is that old hedges lie in villages, where gardens provide food all year; our data cannot separate the two.^
^ A second series, without villages, is planned for the coming summer.`,
  'en-notice': `# Water will be cut off
Dear residents,
on Wednesday the main pipe under Mill Street is replaced. From 8 a.m. until about 4 p.m. there is no water in the houses 2 to 38. Please fill a bucket or two on the evening before.
- Do not switch on washing machines while the water is off
- Open the tap slowly afterwards; the first water may be brown
- Should your cellar become wet, call 555 0190 at any hour
We are sorry for the trouble.
Your waterworks`,
  'zh-recipe': `# 葱油拌面
这道面做起来很快，关键在于火候。
## 准备
- 小葱一把，切成手指长的段
- 细面四两
- 生抽三勺，老抽一勺，白糖半勺
## 做法
锅里倒入半碗油，放进葱段，用小火慢慢熬。葱的颜色变深以后要不停翻动，等它焦黄而不发黑的时候捞出来。把酱油和糖倒进热油里，小心油溅出来，听到“吱”的一声就关火。
面煮到八分熟，捞出来沥干，趁热拌上两勺葱油。有人喜欢加虾米，有人说加了就不是这道菜了。外婆什么也不说，只把碗推过来。`,
  'zh-review': `# 一部安静的小说
《渡口》写的是一个摆渡人和他的三个女儿。故事不长，却横跨了四十年。作者很少解释，人物也很少说话；读者得自己从一碗冷掉的茶、一双换了鞋带的布鞋里去猜他们的心事。
最让我难忘的是第七章。大女儿回家过年，父女俩在船上坐了一夜，只谈天气。第二天早上她走了，父亲才发现舱里多了一个红布包。“她什么时候放的？”他问小女儿。小女儿摇摇头。
有的评论说这本书节奏太慢。我倒觉得，河水本来就是这样流的。`,
  'zh-policy': `# 图书借阅办法
## 第一章 总则
本办法适用于馆内全部纸质图书和期刊。读者凭证借阅，不得转借他人。
## 第二章 借期
| 类别 | 册数 | 说明 |
| 成人 | 10 | 借期为三十天，可以续借一次。 |
| 儿童 | 15 | 由家长代为办理。 |
| 期刊 | 3 | 当月期刊只供在馆内阅览。 |
逾期不还的，每册每天收取一角滞纳金；连续三次逾期的，暂停借阅三个月。遗失图书的，应当购买相同版本赔偿，或者按照原价的两倍付款。
## 第三章 附则
- 本办法自公布之日起施行
- 本办法由流通部负责解释`,
  'zh-diary': `六月三日，阴
今天开始修屋顶。瓦片比想象的旧，一碰就碎，只好再去镇上买两百块。老周说十年前也是这个价钱，我不信。
下午下起了大雨，我们用油布盖住缺口，坐在堂屋里打牌。隔壁的猫从房梁上跳下来，吓了大家一跳！
六月四日，晴
瓦运到了。我负责递，老周负责铺，他的儿子在下面喊：“小心左边！”到傍晚铺好了一半。
晚饭吃的是腌鱼和新米，很香。`,
  'zh-study': `# 城市行道树的降温作用
## 摘要
我们在十二条街道上测量了夏季的气温。有树荫的街道平均低2.4摄氏度，傍晚的差别更大。^
^ 原始数据保存在研究所的服务器上。
## 方法
测量从六月到八月进行，每天分早、中、晚三次。仪器放在离地一米五的高处，避免阳光直射。街道按照树冠覆盖的比例分成四级，每一级选三条。
## 结果
树冠覆盖率每增加一成，中午的气温下降约0.3摄氏度。风速对结果的影响很小。覆盖率超过七成以后，降温的效果不再明显增加。
## 讨论
这一结果与以往的研究基本一致。需要说明的是，老街道往往更窄，本身就有较多阴影，因此不能把全部差别都归因于树木。`,
  'zh-notice': `# 停电通知
各位住户：
因更换变压器，本小区定于十月十八日上午八点至下午五点停电。请提前做好准备。
- 请关闭电脑和空调的电源
- 电梯停止运行，请走楼梯
- 如有老人需要帮助，请拨打物业电话
给您带来不便，敬请谅解。
物业服务中心`,
};

const kinds = [
  ['# ', 'title'],
  ['## ', 'heading'],
  ['- ', 'item'],
] as const;

function blocksOf(source: string): readonly TextBlock[] {
  let notes = 0;
  return source.split('\n').map((line): TextBlock => {
    const text = line.replace(/\^$/, '');
    if (text.startsWith('| '))
      return { kind: 'row', cells: text.slice(2).replace(/ \|$/, '').split(' | ') };
    if (text.startsWith('^ ')) {
      notes += 1;
      return { kind: 'note', text: text.slice(2), mark: String(notes) };
    }
    const [mark = '', kind = 'paragraph'] = kinds.find(([start]) => text.startsWith(start)) ?? [];
    return { kind, text: text.slice(mark.length) };
  });
}

/** The clean texts, laid out in turn as others are. */
export const holdOut: readonly CorpusText[] = Object.entries(sources).map(([id, source], at) => ({
  id: `${id}-new`,
  language: id.startsWith('en') ? 'en' : 'zh',
  half: 'clean',
  layout: {
    ...{ columns: 1, isJustified: at % 2 === 0, isIndented: at % 3 === 0 },
    ...{ hasHead: at % 4 === 0, size: 10 + (at % 3) },
  },
  blocks: blocksOf(source),
}));
