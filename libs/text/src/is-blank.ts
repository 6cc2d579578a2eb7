/** Characters that show nothing. The last ones are letters and a pattern of Braille that are drawn empty. */
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\s\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => UNSEEN.test(text);
