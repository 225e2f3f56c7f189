import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPdf } from '../../../../../functions/flows/documents/read-pdf.ts';
import { InputRefused } from '../../../../../functions/flows/flow.ts';
import { leftOutLog } from '../../../../../functions/flows/left-out.ts';
import { pdfFile } from '../../../../support/pdf-file.ts';

/** The blocks of a PDF; those that are headings and items have the marks of Markdown. */
async function blocksOf(file: Uint8Array): Promise<readonly string[]> {
  const blocks = await readPdf(file, new AbortController().signal);
  return blocks.map(
    ({ isHeading, isItem, text }) => `${isHeading ? '## ' : isItem ? '- ' : ''}${text}`,
  );
}

/** A file that a program has written, kept as it is. */
function caseFile(name: string): Uint8Array {
  return readFileSync(new URL(`cases/${name}.pdf`, import.meta.url));
}

test.each<[name: string, blocks: readonly string[]]>([
  [
    'bullets-symbol',
    [
      '- The bridge over the river is closed until the end of the month',
      '- Buses to the station leave from the old market square',
      '- The library opens at ten on every day of the week but Monday',
    ],
  ],
  ['cns-ucs2', ['點數是預付的服務單位。', '每次執行前先凍結，成功後才扣除。']],
  [
    'columns-rowwise',
    [
      'The first column tells how credits are bought. A pack is paid once and it lasts for one whole year. The receipt is sent by mail on the same day. Nobody needs a subscription for any of it.',
      'The second column is about refunds. A refund goes back to the same card within ten days. The credits of it are taken out of the balance first. What was spent is never taken back by us.',
    ],
  ],
  [
    'form',
    [
      'Ada Example of the town of Sample',
      'The printer in the second room has been broken since Monday and nobody can print tickets. We need a new one before the market opens on Friday.',
    ],
  ],
  [
    'gb-vertical',
    [
      '信用点是预付的服务单位。每次运行前先冻结，运行成功后才扣除。如果运行失败，所有信用点都会退还。我们每天核对一次账本，确保没有差错。用户可以随时查看自己的余额和记录。',
    ],
  ],
  ['mixed-big5', ['因此我們明年將降低所有會員的費用。新的辦公室在台北車站旁邊。']],
  [
    'soft-hyphen',
    [
      'The harvest of that autumn was better than anybody in the town had foreseen, and the government of the province bought the grain at a well known price.',
      'The farmers were content with the price, and the government kept its word in the years that followed.',
    ],
  ],
  [
    'codes-for-letters.latex',
    [
      '“The office is difficult to find,” said the clerk, and he was right. He thought about it … Under these circumstances nobody offered a reflection.',
      '- two spare keys for the upper floor',
      '- a torch',
      'The limit is per night and includes breakfast on every day but Sunday.',
      'Only where no public transport runs.',
    ],
  ],
  [
    'hyphens-and-low-marks.typst',
    [
      '## 第一章 总则',
      'The ferry carries passengers comparatively slowly. Nobody expected an immediate replacement of the wooden boards, which had been bought from the neighbouring administration. The well-known bridge over the river was closed in spring, and the long-established ferry took its place.',
      '电来得比较晚。',
      '请不要把自行车停在门口，也不要停在桥上。',
      'The ferry belongs to the town.',
    ],
  ],
  [
    'clauses-1.1-cut.libreoffice',
    [
      '1.1 The owner lets the mill to the friends of the mill for the purpose of guided tours and of keeping the machinery in a good condition.',
      '3.1 The agreement ends after ten years without a notice by either side, unless both have agreed in writing that it shall be prolonged by another five.',
    ],
  ],
  [
    'ellipsis-lines-gone.libreoffice',
    [
      '他想了很久，不知道该怎样回答这个问题……',
      '第二天早上，他终于决定去找村长，把事情从头到尾说清楚。',
      '村长听完以后，看着窗外的河水，半天没有说话……',
    ],
  ],
  [
    'hyphens-and-markers.weasyprint',
    [
      'Engineers recommended a reinforced embankment and a second channel, which would distribute the pressure more evenly. The recommendation was accepted, although the estimated expenditure exceeded the original budget considerably.',
      '- 1. Empty the channel.',
      '- 2. Strengthen the bank with stone below the water line.',
    ],
  ],
  [
    'letter-one-paragraph.libreoffice',
    [
      'The Friends of the Mill',
      '12 River Lane',
      'Dear Mrs Carter,',
      'thank you for your letter of 28 April. We are glad that you would like to visit us.',
      'Anna Miller',
    ],
  ],
  [
    'lines-that-begin-with-a-mark.chromium',
    ['村里的老师写了一本书《老书》和《书》，老师说（一本书）很好，老师走了。'],
  ],
  [
    'list-without-bullets.chromium',
    [
      '- warm clothes for the upper floor',
      '- a bag for the flour that you may take home with you after the visit',
      '- good shoes',
      'Children should stay with their parents, and dogs must wait outside.',
    ],
  ],
  [
    'marks-of-a-second-font-come-last.libreoffice',
    [
      'Choose File → Save as ✓ and wait until the value is ≥ 5 ★ of ten.',
      '他说：“好吧……”然后走了。',
    ],
  ],
  [
    'numbered-paragraphs-cut-zh.libreoffice',
    [
      '一、修房子',
      '（一）先修屋顶，因为冬天快要到了，屋顶漏水的地方必须在下雪以前补好，不然里面的机器会生锈。',
      '1．木板要换新的，旧的木板可以留下来给参观的人看，也可以在门口的小店里卖，收入用来买面粉和茶水。',
    ],
  ],
  ['radicals.chromium', ['校長說話很長，韦校長說話不長。', '校長說韦校長很長，不是。']],
  [
    'table-rows-glued.libreoffice',
    ['The winter was mild, so that the wheel turned almost without a pause.'],
  ],
])('%s has its blocks whole and in their order', async (name, blocks) => {
  const read = await blocksOf(caseFile(name));
  expect(read.filter((block) => blocks.includes(block))).toEqual(blocks);
});

test.each([
  [
    'footnotes-between-halves.libreoffice',
    /more people today who care about it than/,
    /1824,1|the1 /,
  ],
  [
    'running-heads-of-chapters.libreoffice',
    /compares two independent/,
    /The house \d|The wheel \d/,
  ],
  ['bottom-up', /^Credits are a prepaid[\s\S]*Refunds go back/, /Refunds[\s\S]*Credits are/],
  ['junk-before', /^Credits are a prepaid unit/, /junk/],
])('%s has no sentence cut, and nothing within one', async (name, has, lacks) => {
  const text = (await blocksOf(caseFile(name))).join('\n');
  expect(text).toMatch(has);
  expect(text).not.toMatch(lacks);
});

const unclear = Array.from({ length: 10 }, (_, at) => [
  { text: 'some words of one text that go', x: 60 + ((at * 7) % 20), y: 760 - at * 15 },
  { text: 'on', x: 330 - ((at * 11) % 30), y: 760 - at * 15 },
]).flat();

test.each([
  [
    'names letters by their codes',
    caseFile('no-unicode-after-ghostscript'),
    /does not name the letters/,
    /没有标明/,
  ],
  ['has text side by side without columns', pdfFile([unclear]), /in which order/, /什么顺序/],
  ['has one empty page', pdfFile([[]]), /OCR/, /OCR/],
  [
    'is a form that Adobe’s programs draw',
    pdfFile([['Please wait. If this message stays, your viewer may not show this document.']], '', {
      catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 10 0 R] >>',
      objects: ['<< /Length 11 >>\nstream\n<template/>\nendstream'],
    }),
    /Adobe’s programs/,
    /Adobe 软件/,
  ],
])('a PDF that %s is refused in words', async (_, file, inEnglish, inChinese) => {
  const error: unknown = await blocksOf(file).catch((thrown: unknown) => thrown);
  const sentences = error instanceof InputRefused ? error.sentences : undefined;
  expect(sentences?.en).toMatch(inEnglish);
  expect(sentences?.zh).toMatch(inChinese);
});

test('a page of 100,000 letters at random places is read or refused within its time', async () => {
  const scattered = Array.from({ length: 20_000 }, (_, at) => ({
    text: 'words',
    x: (at * 7_919) % 500,
    y: (at * 104_729) % 800,
  }));
  const start = performance.now();
  await blocksOf(pdfFile([scattered])).catch((error: unknown) =>
    expect(error).toBeInstanceOf(InputRefused),
  );
  expect(performance.now() - start).toBeLessThan(15_000);
});

test('a tagged file is read by its tree, in both languages, and says what the tree leaves out', async () => {
  const parts = [
    ['TOCI', ['The mill . . . . . . 1']],
    ['H1', ['The mill']],
    ['P', ['It was built', 'by two brothers, and it has', 'stood by the river ever since.']],
    ['P', ['It turns by day.']],
    ['P', ['It rests by night.']],
    ['LI', ['a sack of corn', 'with its label']],
    ['LI', ['two sacks of flour']],
    ['TD', ['1802']],
    ['P', ['磨坊建在河边，', '水轮白天转动，晚上休息。']],
    ['Note', ['Nobody knows the year.']],
  ] as const;
  let y = 800;
  const shown = parts.flatMap(([role, texts], id) => {
    const lines = texts.map((text) => {
      y -= 16;
      const isLatin = /^[ -~]*$/.test(text);
      const bytes = isLatin ? Buffer.from(text, 'latin1') : Buffer.from(text, 'utf16le').swap16();
      const font = isLatin ? 'Latin' : 'Han';
      return `BT /${font} 11 Tf 72 ${y} Td <${bytes.toString('hex')}> Tj ET`;
    });
    return { operators: `/${role} << /MCID ${id} >> BDC ${lines.join(' ')} EMC` };
  });
  const head = { operators: '/Artifact BMC BT /Latin 8 Tf 72 820 Td (Running head) Tj ET EMC' };
  const kids = parts.map((_, id) => `${12 + id} 0 R`).join(' ');
  const file = pdfFile([[head, ...shown]], '', {
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 10 0 R',
    page: '/StructParents 0',
    objects: [
      `<< /Type /StructTreeRoot /K 11 0 R /ParentTree << /Nums [0 [${kids}]] >> >>`,
      `<< /Type /StructElem /S /Document /P 10 0 R /K [${kids}] >>`,
      ...parts.map(
        ([role], id) => `<< /Type /StructElem /S /${role} /P 11 0 R /Pg 8 0 R /K ${id} >>`,
      ),
    ],
  });
  const leftOut = leftOutLog();
  const blocks = await readPdf(file, new AbortController().signal, leftOut);
  expect(blocks.map(({ isHeading, isItem, text }) => [isHeading, isItem, text])).toEqual([
    [true, false, 'The mill'],
    [false, false, 'It was built by two brothers, and it has stood by the river ever since.'],
    [false, false, 'It turns by day.'],
    [false, false, 'It rests by night.'],
    [false, true, 'a sack of corn with its label'],
    [false, true, 'two sacks of flour'],
    [false, false, '1802'],
    [false, false, '磨坊建在河边，水轮白天转动，晚上休息。'],
    [false, false, 'Nobody knows the year.'],
  ]);
  expect(
    leftOut
      .list()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['contents', 'heads']);
});
