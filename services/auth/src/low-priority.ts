/**
 * The priority (nice value) of password hashing and photo decoding, which yield to the checks of signed-in users'
 * requests. At 19, the lowest, they starve while all cores are busy.
 */
export const LOW_PRIORITY = 5;
