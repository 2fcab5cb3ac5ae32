/** The link that broadcast software shows: the site's origin, the overlay's token, the dark theme. */
export const overlayLink = (origin: string, token: string): string => `${origin}/overlay/${token}?theme=dark`;
