/** Joins the class names, without empty ones. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
