/** The routes that an adopter adds, by their names. Later versions leave this file alone. */
export const ownRoutes = {};
