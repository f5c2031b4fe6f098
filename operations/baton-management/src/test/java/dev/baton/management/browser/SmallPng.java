package dev.baton.management.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Writes pictures with at most 256 colours, a third of the size that the browser writes. */
final class SmallPng {
  private static final int COLOURS = 256;
  private static final int SHADE = 90;

  private SmallPng() {}

  static byte[] of(byte[] png) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    int[] palette = commonest(image);
    IndexColorModel colours =
        new IndexColorModel(
            8, palette.length, palette, 0, false, -1, java.awt.image.DataBuffer.TYPE_BYTE);
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
    List<Integer> chosen = new ArrayList<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        // Shades between two other colours would leave no room for a rare but distinct colour.
        .filter(colour -> chosen.stream().noneMatch(other -> away(other, colour) < SHADE))
        .limit(COLOURS)
        .forEach(chosen::add);
    return chosen.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int away(int one, int other) {
    int away = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int part = ((one >> shift) & 0xFF) - ((other >> shift) & 0xFF);
      away += part * part;
    }
    return away;
  }

  private static int nearest(int[] palette, int colour) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < palette.length; i++) {
      int away = away(palette[i], colour);
      if (away < least) {
        least = away;
        best = i;
      }
    }
    return best;
  }
}
