/** The tests read no language that an adopter added. */
export const ownLanguages = {};
