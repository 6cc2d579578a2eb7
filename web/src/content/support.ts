/** The support address. A placeholder (.example receives no mail): replace it before going live. */
export const supportEmail = 'support@reelwright.example';
