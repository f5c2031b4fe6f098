package dev.baton.management.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Pictures of pages with 256 colours at the most, which is a third of what the browser writes. */
final class SmallPng {
  private static final int COLOURS = 256;

  private SmallPng() {}

  static byte[] of(byte[] png) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    int[] palette = commonest(image);
    IndexColorModel colours =
        new IndexColorModel(8, palette.length, palette, 0, false, -1, java.awt.image.DataBuffer.TYPE_BYTE);
    BufferedImage small =
        new BufferedImage(
            image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colours);
    Map<Integer, Integer> nearest = new HashMap<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int index = nearest.computeIfAbsent(image.getRGB(x, y), colour -> nearest(palette, colour));
        small.getRaster().setSample(x, y, 0, index);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(small, "png", out);
    return out.toByteArray();
  }

  private static int[] commonest(BufferedImage image) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        counts.merge(image.getRGB(x, y), 1, Integer::sum);
      }
    }
    List<Map.Entry<Integer, Integer>> byCount =
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(COLOURS)
            .toList();
    return byCount.stream().mapToInt(Map.Entry::getKey).toArray();
  }

  private static int nearest(int[] palette, int colour) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < palette.length; i++) {
      int away = 0;
      for (int shift = 0; shift <= 16; shift += 8) {
        int part = ((palette[i] >> shift) & 0xFF) - ((colour >> shift) & 0xFF);
        away += part * part;
      }
      if (away < least) {
        least = away;
        best = i;
      }
    }
    return best;
  }
}
