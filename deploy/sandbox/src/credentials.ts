/**
 * The fixed credentials of the emulated providers. They are valid only for this sandbox, so they are constants that local
 * runs read from here.
 */
export const credentials = {
  google: {
    /** The product's sign-in client. */
    clientId: '407408718192-sandboxsignin.apps.googleusercontent.com',
    clientSecret: 'GOCSPX-sandbox-sign-in',
    /** The client of the operator's Drive. */
    driveClientId: '407408718192-sandboxdrive.apps.googleusercontent.com',
    driveClientSecret: 'GOCSPX-sandbox-drive',
    /** The refresh token of the operator's grant for `drive.file`, which exists from the start. */
    driveRefreshToken: '1//03sandbox-operator-drive-refresh-token',
    operatorEmail: 'studio@reelwright.test',
    youtubeClientId: '407408718192-sandboxyoutube.apps.googleusercontent.com',
    youtubeClientSecret: 'GOCSPX-sandbox-youtube',
  },
  genai: {
    project: 'reelwright-sandbox',
    location: 'us-central1',
    /** Bearer token for the Veo surface. */
    accessToken: 'ya29.sandbox-vertex-access-token',
    /** Key for the Gemini surface. */
    apiKey: 'AIzaSySandboxGeminiKey000000000000000000',
  },
  tiktok: { clientKey: 'awsandboxtiktok01', clientSecret: 'sandbox-tiktok-secret-0001' },
  facebook: { appId: '1400000000000001', appSecret: 'sandbox0facebook0app0secret00001' },
  instagram: { appId: '1400000000000002', appSecret: 'sandbox0instagram0app0secret0001' },
  stripe: {
    secretKey: 'sk_test_sandboxReelwright000000000000001',
    webhookSecret: 'whsec_sandboxReelwright00000000000000001',
    prices: {
      starterMonthly: 'price_starter_monthly',
      starterAnnual: 'price_starter_annual',
      proMonthly: 'price_pro_monthly',
      proAnnual: 'price_pro_annual',
      eliteMonthly: 'price_elite_monthly',
      eliteAnnual: 'price_elite_annual',
    },
  },
} as const;
