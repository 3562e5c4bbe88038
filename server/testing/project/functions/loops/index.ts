// Never returns.
export default {
  fetch() {
    for (;;);
  },
}
