/** The page that asks before a sign-out that another site started. */
export const signOutPage = {
  title: '要退出登录吗？',
  text: '另一个网站把你带到这里，想让你退出 {site}。你现在仍处于登录状态。',
  confirm: '退出登录',
  stay: '保持登录',
};

/** What is wrong with an input. The first three are sentences, the others their `expected`. */
export const inputIssues = {
  whole: '输入{expected}。',
  field: '字段“{path}”{expected}。',
  labelledField: '字段“{path}”（{label}）{expected}。',
  type: '的类型应为 {type}',
  form: '的格式应为 {form}',
  pattern: '应符合 {pattern}',
  unknownField: '里有不认识的字段“{name}”',
  values: '只能是 {values}',
  maxCharacters: '最多 {maximum} 个字符',
  maxItems: '最多 {maximum} 项',
  maximum: '不能大于 {maximum}',
  minCharacters: '至少 {minimum} 个字符',
  minItems: '至少 {minimum} 项',
  minimum: '不能小于 {minimum}',
  empty: '不能为空',
  other: '的格式不对',
};

/** Why a run was refused or failed. */
export const runRefusals = {
  notCharged: '没有扣费。',
  input_refused: '工具无法处理这份输入。',
  run_failed: '运行时我们这边出了错，请换一个新的幂等键再试。',
  run_timed_out: '运行用时过长，已经停止。请减少一次处理的内容再试。',
  quote_changed: '现在运行一次需要 {credits} 积分。请让付费的人确认，再用这个数字调用。',
  too_many_runs: '正在进行的运行太多，请稍后再试。',
  run_in_progress: '这个幂等键的运行还没有结束，请稍后重复调用。',
  flow_not_found: '没有叫这个名字的工具。GET /flows 列出现有的工具。',
  run_not_found: '你没有这次运行，或者结果已经不再保留。GET /runs 列出你的运行记录。',
};

/** The columns of the entries as CSV, by what is in them. */
export const entryColumns = {
  number: '序号',
  time: '时间（UTC）',
  kind: '类型',
  quantity: '积分',
  change: '变动',
  available: '可用',
  held: '冻结',
  owed: '欠额',
  source: '来源',
  note: '备注',
};

/** What is bought, as the payment page and the receipt call it. */
export const purchase = { title: '{credits} {site} 积分' };
