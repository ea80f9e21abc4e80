"""The words and formats of each language: rejections, numbers, moments, browsers, catalogues."""
