/**
 * The channel (`node:diagnostics_channel`) on which whoever runs transactions tells of each attempt
 * after the first. Whoever wants to count them listens; neither knows of the other.
 */
export const retriesChannel = 'millrace:retries';
