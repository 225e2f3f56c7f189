/**
 * The shop of which the stories tell: what a trial gives, and what packs cost. Tests of servers take it
 * in the place of `src/site.config.ts`; another test that needs its figures says so by `vi.mock`.
 */
export const site = {
  name: 'Millrace',
  keyPrefix: 'mr',
  url: 'https://millrace.example',
  contactEmail: 'hello@millrace.example',
  colors: {
    brand: '#2E3B55',
    paper: '#ffffff',
    accent: '#9c4a1a',
    accentOnDark: '#f2a766',
    lines: '#35639f',
    linesOnDark: '#93b9ee',
  },
  trial: { credits: 25, expiresAfterDays: 30 },
  repository: {
    host: 'github',
    name: 'example/millrace',
    branch: 'main',
    apiRoot: 'https://api.github.com',
  },
} as const;

export const currencies = ['USD', 'CNY'] as const;

export const packs = [
  {
    id: 'small',
    names: { en: 'Brook', zh: '小溪' },
    amountCredits: 100,
    priceMinor: { USD: 500, CNY: 3_500 },
  },
  {
    id: 'medium',
    names: { en: 'Stream', zh: '小河' },
    amountCredits: 500,
    priceMinor: { USD: 2_000, CNY: 14_000 },
  },
  {
    id: 'large',
    names: { en: 'River', zh: '大河' },
    amountCredits: 2_000,
    priceMinor: { USD: 6_000, CNY: 42_000 },
  },
] as const;

export const invoices = 'off';

export const packExpiresAfterMonths = 12;

export const emblem = {
  turns: true,
  svg: '<circle cx="32" cy="32" r="30" fill="currentColor"/>',
} as const;
