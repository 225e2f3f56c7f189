/**
 * Whether everything is tested, as `npm run test:all` does, or what `npm test` holds. Vitest and
 * Playwright inherit the variable; without `npm`, set it by hand.
 */
export const isAll = process.env.TESTS === 'all';
