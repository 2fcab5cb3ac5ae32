/** The venues' time zone; the server may be anywhere. */
export const TIME_ZONE = 'Africa/Casablanca';
