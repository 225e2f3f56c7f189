/** The statements and writes of a transaction of Aurora DSQL so far. */
export interface DsqlTransaction {
  readonly ddlStatements: number;
  readonly writes: number;
  readonly rows: number;
  readonly bytes: number;
  readonly ageMs: number;
}

/** A rule by which Aurora DSQL refuses statements, and its words. */
export interface DsqlRule {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** The page or the pull request that says so. */
  readonly source: string;
}

interface StatementRule extends DsqlRule {
  readonly statement: RegExp;
}

interface TransactionRule extends DsqlRule {
  readonly breaks: (transaction: DsqlTransaction) => boolean;
}

const guide = 'https://docs.aws.amazon.com/aurora-dsql/latest/userguide';
const unsupported = `${guide}/working-with-postgresql-compatibility-unsupported-features.html`;
const ddlGuide = `${guide}/working-with-ddl.html`;
const quotas = `${guide}/CHAP_quotas.html`;
const alterTable = `${guide}/alter-table-syntax-support.html`;
const createTable = `${guide}/create-table-syntax-support.html`;

/** FEATURE_NOT_SUPPORTED, in the codes of Postgres. */
const UNSUPPORTED = '0A000';
/** PROGRAM_LIMIT_EXCEEDED. */
const TOO_LARGE = '54000';

/**
 * Rules about a statement by itself. The patterns meet statements without what stands in quotes.
 * The messages are those that live clusters gave in September 2026.
 */
const statementRules: readonly StatementRule[] = [
  {
    name: 'a right on the schema public',
    statement: /^\s*(grant|revoke)\b.*\bon\s+schema\s+public\b/is,
    code: UNSUPPORTED,
    message: 'feature not supported on system entity',
    source: 'https://github.com/aws-samples/aurora-dsql-samples/pull/1492',
  },
  {
    name: 'an index that is not built in the background',
    statement: /^\s*create\s+(unique\s+)?index\b(?!\s+async\b)/i,
    code: UNSUPPORTED,
    message: 'unsupported mode. please use CREATE INDEX ASYNC.',
    source: `${guide}/working-with-create-index-async.html`,
  },
  {
    name: 'an index that is made while the table is locked',
    statement: /\bconcurrently\b/i,
    code: UNSUPPORTED,
    message: 'unsupported mode. please use CREATE INDEX ASYNC.',
    source: `${guide}/working-with-create-index-async.html`,
  },
  {
    name: 'a column that comes with a default or a constraint',
    statement:
      /^\s*alter\s+table\b.*\badd\s+column\b.*\b(default|not\s+null|check|unique|primary|references)\b/is,
    code: UNSUPPORTED,
    message: 'ALTER TABLE ADD COLUMN with constraint not supported',
    source: alterTable,
  },
  {
    name: 'a column that may be null no longer',
    statement: /^\s*alter\s+table\b.*\bset\s+not\s+null\b/is,
    code: UNSUPPORTED,
    message: 'unsupported ALTER TABLE ALTER COLUMN ... SET NOT NULL statement',
    source: alterTable,
  },
  {
    name: 'a column that changes its type',
    statement: /^\s*alter\s+table\b.*\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/is,
    code: UNSUPPORTED,
    message: 'unsupported ALTER TABLE ALTER COLUMN ... SET DATA TYPE statement',
    source: alterTable,
  },
  {
    name: 'a constraint added later',
    statement: /^\s*alter\s+table\b.*\badd\s+constraint\b(?!.*\bnot\s+valid\b)/is,
    code: UNSUPPORTED,
    message: 'unsupported ALTER TABLE ADD CONSTRAINT statement',
    source: alterTable,
  },
  {
    name: 'a temporary table',
    statement: /\b(temp|temporary|unlogged)\b/i,
    code: UNSUPPORTED,
    message: 'TEMPORARY or TEMP table not supported for CREATE TABLE',
    source: unsupported,
  },
  {
    name: 'a table that is made by a query',
    statement: /\bcreate\s+table\b.*\bas\s+select\b|\bselect\b.*\binto\s+\w/is,
    code: UNSUPPORTED,
    message: 'unsupported statement: CreateTableAs',
    source: createTable,
  },
  {
    name: 'an inherited or a partitioned table, or one with a collation or a place of its own',
    statement: /^\s*create\s+table\b.*\b(inherits|partition\s+(by|of)|tablespace|collate)\b/is,
    code: UNSUPPORTED,
    message: 'unsupported CREATE TABLE statement',
    source: createTable,
  },
  {
    name: 'a sequence',
    statement: /\b((small|big)?serial|create\s+sequence)\b(?!.*\bcache\b)/is,
    code: UNSUPPORTED,
    message: 'CREATE SEQUENCE is not supported without an explicit cache size',
    source: unsupported,
  },
  {
    name: 'a truncation or a vacuum',
    statement: /^\s*(truncate|vacuum)\b/i,
    code: UNSUPPORTED,
    message: 'unsupported statement: Truncate',
    source: unsupported,
  },
  {
    name: 'code in another language',
    statement: /^\s*do\b|\blanguage\s+plpgsql\b/i,
    code: UNSUPPORTED,
    message: 'CREATE FUNCTION with language plpgsql not supported',
    source: unsupported,
  },
  {
    name: 'a trigger',
    statement: /^\s*create\s+(or\s+replace\s+)?(constraint\s+)?trigger\b/i,
    code: UNSUPPORTED,
    message: 'CREATE TRIGGER not supported',
    source: unsupported,
  },
  {
    name: 'an extension, a tablespace, a database, a materialized view or a type',
    statement:
      /^\s*create\s+(or\s+replace\s+)?(extension|tablespace|database|materialized\s+view|type|policy|rule)\b/i,
    code: UNSUPPORTED,
    message: 'unsupported statement',
    source: unsupported,
  },
  {
    name: 'a savepoint',
    statement: /^\s*(savepoint|release|rollback\s+to)\b/i,
    code: UNSUPPORTED,
    message: 'unsupported statement: Savepoint',
    source: unsupported,
  },
  {
    name: 'a foreign key',
    statement: /^\s*(create|alter)\s+table\b.*\b(references|foreign\s+key)\b/is,
    code: UNSUPPORTED,
    message: 'unsupported FOREIGN KEY constraint',
    source: unsupported,
  },
  {
    name: 'an exclusion',
    statement: /^\s*(create|alter)\s+table\b.*\bexclude\b/is,
    code: UNSUPPORTED,
    message: 'unsupported EXCLUDE constraint',
    source: unsupported,
  },
  {
    name: 'a setting of the server',
    statement: /^\s*alter\s+system\b/i,
    code: UNSUPPORTED,
    message: 'unsupported statement: AlterSystem',
    source: unsupported,
  },
  {
    name: 'an index with a direction',
    statement: /^\s*create\s+(unique\s+)?index\s+async\b.*\b(asc|desc)\b/is,
    code: UNSUPPORTED,
    message: 'specifying sort order not supported for index keys',
    source: unsupported,
  },
  {
    name: 'another isolation level than repeatable read',
    statement: /\bisolation\s+level\s+(?!repeatable\s+read)/i,
    code: UNSUPPORTED,
    message: 'only REPEATABLE READ is supported',
    source: `${guide}/working-with-concurrency-control.html`,
  },
];

/** Rules about a statement and the earlier ones of its transaction. */
const transactionRules: readonly TransactionRule[] = [
  {
    name: 'two statements that change the schema in one transaction',
    breaks: ({ ddlStatements }) => ddlStatements > 1,
    code: UNSUPPORTED,
    message: 'multiple ddl statements not supported in a transaction',
    source: ddlGuide,
  },
  {
    name: 'a change of the schema beside a change of rows',
    breaks: ({ ddlStatements, writes }) => ddlStatements > 0 && writes > 0,
    code: UNSUPPORTED,
    message: 'ddl and dml are not supported in the same transaction',
    source: ddlGuide,
  },
  {
    name: 'more than 3,000 rows in one transaction',
    breaks: ({ rows }) => rows > 3_000,
    code: TOO_LARGE,
    message: 'transaction row limit exceeded',
    source: quotas,
  },
];

/** Rules at COMMIT. */
const commitRules: readonly TransactionRule[] = [
  {
    name: 'more than 10 MiB in one transaction',
    breaks: ({ bytes }) => bytes > 10 * 1_024 * 1_024,
    code: TOO_LARGE,
    message: 'transaction size limit 10mb exceeded',
    source: quotas,
  },
  {
    name: 'a transaction of more than five minutes',
    breaks: ({ ageMs }) => ageMs > 300_000,
    code: TOO_LARGE,
    message: 'transaction age limit of 300s exceeded',
    source: quotas,
  },
];

/** Every rule, with its source. */
export const dsqlRules: readonly DsqlRule[] = [
  ...statementRules,
  ...transactionRules,
  ...commitRules,
];

/** The rules that a statement breaks, wherever it stands. */
export function refusalsOf(statement: string): readonly DsqlRule[] {
  const bare = withoutTexts(statement);
  return statementRules.filter((rule) => rule.statement.test(bare));
}

/** The rule that a transaction breaks with all its statements, the newest among them. */
export function refusalOfTransaction(transaction: DsqlTransaction): DsqlRule | undefined {
  return transactionRules.find(({ breaks }) => breaks(transaction));
}

export function refusalOfCommit(transaction: DsqlTransaction): DsqlRule | undefined {
  return commitRules.find(({ breaks }) => breaks(transaction));
}

/** A statement without what stands in quotes: texts, and names of columns such as "language". */
export function withoutTexts(statement: string): string {
  return statement.replace(/'(?:[^']|'')*'/g, "''").replace(/"(public|[^"]*)"/g, namesOnly);
}

/** The schema public is a name that a rule has to see. */
function namesOnly(_quoted: string, name: string): string {
  return name === 'public' ? 'public' : 'name';
}
