/** The main button for who has made and planned no video yet. */
export const firstVideo = 'Make your first video';
