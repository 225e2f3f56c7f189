/** What a service key may be allowed: to hold and settle credits, or to give them. */
export const serviceScopes = ['holds', 'grants'] as const;

export type ServiceScope = (typeof serviceScopes)[number];

/** How every service key begins, so that people and scanners know one when they see it. */
export const serviceKeyPrefix = 'mrk_';
