/** The id of the place in the page's bar where the desk draws the venue's name and the account's menu. */
export const BAR_SLOT = 'desk-bar';
