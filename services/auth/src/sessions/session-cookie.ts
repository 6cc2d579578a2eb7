/** The session cookie: the strict form for https, a plain one for local runs over http. */
export interface SessionCookie {
  readonly name: string;
  readonly secure: boolean;
}

export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-sid' : 'sid', secure };
}

/** The cookie of a request to link Google, until the password is entered. */
export function linkCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-link' : 'link', secure };
}

/** The cookie of a known browser. */
export function browserCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-browser' : 'browser', secure };
}

/** The cookie that says that there may be a session. */
export function signedInCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-signed-in' : 'signed-in', secure };
}

/** The cookie that names the cell of an account. */
export function cellCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-cell' : 'cell', secure };
}

export function adminCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-adm' : 'adm', secure };
}
