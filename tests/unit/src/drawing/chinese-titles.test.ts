import { expect, test } from 'vitest';
import { cardSvg } from '../../../../src/drawing/card.ts';
import { cardLayouts, cardSizes } from '../../../../src/drawing/card-options.ts';
import { linePieces } from '../../../../src/drawing/line-pieces.ts';

/** Titles as people write them. No line may break inside what stands in brackets. */
const titles = `
把图片压到原来的[十分之一]，眼睛看不出来
用[三分之二]的时间写完[第十二章]
[百分之三十]的流量来自[搜索引擎]
从[一万三千五百]次失败里学到的[三件]事
[二零二六年]的[人工智能]会走向哪里
[第一次]做[产品经理]，我犯了[五个]错误
我们为什么放弃[微服务]
写给[初学者]的[机器学习]入门
[大语言模型]到底懂不懂中文
[区块链]之后，[开源软件]还剩下什么
一篇讲透[神经网络]
[用户体验]不是[设计师]一个人的事
[短视频]时代还要不要写长文
[公众号]封面怎么做才好看
[小程序]上线前的[二十条]检查
扫[二维码]付款安全吗
[验证码]为什么越来越难认
[应用程序]启动慢，先查这[七处]
选[编程语言]就像选同事
[源代码]比文档更诚实
[版本控制]的[十个]好习惯
在[命令行]里过一天
[无障碍]设计从一个按钮开始
[正则表达式]能不能读懂
[机器翻译]改变了什么
[图像识别]在工厂里
[语音识别]听得懂方言吗
[自动驾驶]的最后[一公里]
[新能源]汽车冬天能跑多远
[碳中和]这笔账怎么算
[供应链]断了[三天]会怎样
[互联网]泡沫[二十五年]后再看
[物联网]设备为什么总掉线
[电子商务]的退货率高达[百分之十五]
别再用[电子邮件]传密码
[支付宝]和[微信]，小店该选哪个
[试用积分]用完之后
一本[流水账]记到[第三年]
看懂[资产负债表]只要[半小时]
[现金流]断掉的[前七天]
[创业公司]的[第一个]会计
[风险投资]人不会告诉你的[四件]事
[知识产权]保护从命名开始
[可持续发展]不是口号
换[供应商]之前先算[三笔]账
[项目管理]里最贵的[两个]字
[远程办公][两年]，我们学到了什么
[数字化转型]走到[第几步]了
[元宇宙]退潮之后
[虚拟现实]眼镜戴[四十分]钟会晕吗
[增强现实]修飞机
[智能手机]拍照的[六个]误区
[平板电脑]能不能当主力
[笔记本电脑]该不该一直插电
[常见问题]应该怎么写
读得懂的[隐私政策]长什么样
没有人看的[服务条款]
[联合国]的[十七项]目标
[北京大学]图书馆的[一天]
[长江三角洲]的雨季
[粤港澳大湾区]坐船上班
[一步一步]教你做[社交卡片]
[图片压缩]的前世今生
[长文摘要]：[三句]话说清楚
[无损压缩]还能再小[百分之五]吗
[分辨率]越高越好吗
[开发者]最怕的[三种]报错
[创作者]怎样给自己定价
[志愿者]日记：[第一百零八天]
[消费者]不知道的[五分之一]
一杯咖啡的钱能压缩[一千二百张]图片
积分有效期为什么是[十二个]月
[3.5万]字的小说怎么做摘要
[25个]积分能做什么
花[0.1元]发一封信
[100多页]的报告，[十分]钟看完
服务器每秒[2,000次]请求
凌晨[3点]的报警
[第4版]改了什么
为[一百万]用户省下[三十万]元
[四分之三]的人没读到这里
[千分之一]的误差从哪里来
[前端]和[后端]到底谁该先动手
[全栈][工程师]的一周
[幂等]到底是什么意思
每晚[两点]对一次账
[增值税]发票开错了怎么办
[进度条]为什么总停在[百分之九十九]
[数据中心]喝多少水
[高等教育]还值不值得
[气候变化]与水车
[深度学习]训练一次多少钱
[边缘计算]放在哪一层
[云计算]账单里的[八个]坑
[社交媒体]一天要花[两个]小时
[数据库]迁移的[第一步]
[浏览器]里的缓存
[操作系统]是怎样睡着的
[爱好者]手里的[三十年]老唱机
[自然语言处理]入门[五讲]
`;

const cases = titles
  .trim()
  .split('\n')
  .map((line) => {
    const wholes = Array.from(line.matchAll(/\[([^\]]+)\]/g), ([, whole]) => whole ?? '');
    return [line.replaceAll(/[[\]]/g, ''), wholes] as const;
  });

test('there are a hundred titles', () => {
  expect(cases).toHaveLength(100);
});

test.each(cases)('no line can break inside a number or a term: %s', (title, wholes) => {
  const shown = linePieces(title, 'zh').join('|');
  for (const whole of wholes) expect(shown).toContain(whole);
});

test.each(cases)('every layout and size has room for it: %s', (title) => {
  for (const layout of cardLayouts) {
    for (const size of Object.keys(cardSizes) as (keyof typeof cardSizes)[]) {
      const look = { accent: '#1f6feb', theme: 'light', layout, size } as const;
      expect(cardSvg({ title, ...look })).toMatchObject({ ok: true });
    }
  }
});
