export const shopName = 'Adom Beauty'

/** What a shop that began empty is called until its owner has named it. */
export const unnamedShop = 'Our shop'

/** A placeholder until the owner enters the real number in the settings. */
export const defaultChatNumber = '1234567890'

export const openingHoursText = 'Monday to Saturday, 9am to 10pm GMT'
