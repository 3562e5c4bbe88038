/** The id of the heading above the patient's list. */
export const MY_APPOINTMENTS = 'my-appointments'
