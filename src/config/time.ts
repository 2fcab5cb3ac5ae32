/** The time zone of the venues; the server may stand anywhere. */
export const TIME_ZONE = 'Africa/Casablanca';
