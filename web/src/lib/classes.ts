/** Joins the class names that are not empty. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
