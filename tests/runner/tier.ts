/**
 * Whether a run has every test, as `npm run test:all` does; otherwise it has those of `npm test`.
 * Vitest and Playwright inherit the variable; without npm, a person sets it.
 */
export const isAll = () => process.env.TESTS === 'all';
