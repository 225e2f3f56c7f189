/**
 * The most files that a built site may have. A blog of 10,000 posts has 26,000: a page and a social
 * card for each, and lists. So many addresses of 80 bytes are what the edge's store holds (5 MB;
 * CloudFront's quotas for key value stores).
 */
export const maxSiteFiles = 60_000;
