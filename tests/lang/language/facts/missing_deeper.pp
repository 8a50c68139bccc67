notice($facts['none']['deep'])
