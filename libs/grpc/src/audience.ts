/** The audience of a call's token: the gRPC service of its path, such as `reelwright.billing.v1.BillingService`. */
export const audienceOf = (path: string): string => path.split('/')[1] ?? '';
