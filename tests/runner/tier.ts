/**
 * Whether a run includes every test. `npm run test:all` does; `npm test` leaves the long ones out.
 * Vitest and Playwright inherit the variable; without npm, a person sets it.
 */
export const isAll = () => process.env.TESTS === 'all';
