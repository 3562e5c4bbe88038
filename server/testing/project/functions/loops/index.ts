// Never comes to an end.
export default {
  fetch() {
    for (;;);
  },
}
