/** An extension's configuration, with the name by which Envoy finds its type. */
export const typed = (name: string, fields: object = {}) => ({ '@type': `type.googleapis.com/${name}`, ...fields });
